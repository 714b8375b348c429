// The JSON Schemas in schemas/ are up to date, and hold by the rules of JSON Schema.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { at } from '../../scripts/lib/project.mjs';
import { SCHEMAS, outdatedSchemas, writeSchemas } from '../../scripts/lib/schemas.mjs';

test('the files in schemas/ are up to date', async () => {
  if (process.env.UPDATE_README !== undefined) await writeSchemas();
  assert.deepEqual(outdatedSchemas(), [], 'UPDATE_README=1 node --test tests/scripts/schemas.test.mjs writes them');
});

test('each is a schema of JSON Schema 2020-12 with a name of its own', () => {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false });
  for (const name of Object.keys(SCHEMAS)) {
    const schema = JSON.parse(readFileSync(at('schemas', name), 'utf8'));
    assert.equal(schema.$schema, 'https://json-schema.org/draft/2020-12/schema');
    assert.equal(schema.$id, `urn:rankscope:schema:${name.split('.')[0]}`);
    assert.equal(ajv.validateSchema(schema), true, ajv.errorsText());
  }
});

test('the examples of the documents fit', () => {
  for (const [document, name] of [['lessons', 'lesson'], ['studies', 'study']]) {
    const isValid = new Ajv2020({ strict: false }).compile(JSON.parse(readFileSync(at('schemas', `${name}.schema.json`), 'utf8')));
    const blocks = [...readFileSync(at('docs', `${document}.md`), 'utf8').matchAll(/^```json\n([\s\S]*?)^```/gm)].map(([, json]) => json)
      .filter((json) => json.includes('"rankscope"')).map((json) => JSON.parse(json));
    assert.ok(blocks.length > 0, document);
    for (const block of blocks) assert.ok(isValid(block), `${document}: ${JSON.stringify(isValid.errors)}`);
  }
});
