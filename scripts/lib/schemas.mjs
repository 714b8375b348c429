// The JSON Schemas of files that people write, as files in schemas/.

import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { at } from './project.mjs';
import { lessonSchema } from './lesson-schema.mjs';
import { studySchema } from './study-schema.mjs';

/** The schemas by the names of their files. */
export const SCHEMAS = { 'lesson.schema.json': lessonSchema, 'study.schema.json': studySchema };

/** @param {() => object} schema */
const textOf = (schema) => `${JSON.stringify(schema(), null, 2)}\n`;

/** Returns the files that differ from what their functions return. */
export const outdatedSchemas = () => Object.entries(SCHEMAS).filter(([name, schema]) => {
  try {
    return readFileSync(at('schemas', name), 'utf8') !== textOf(schema);
  } catch {
    return true;
  }
}).map(([name]) => name);

export async function writeSchemas() {
  await mkdir(at('schemas'), { recursive: true });
  for (const [name, schema] of Object.entries(SCHEMAS)) await writeFile(at('schemas', name), textOf(schema));
}
