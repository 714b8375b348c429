// The built-in studies with what they declare. studies.js has their texts.

import { Study } from './rankscope.js';
import { STUDIES } from './studies.js';

export function built_in_studies() {
  return STUDIES.map(({ name, json }) => {
    const study = new Study(json);
    const outline = study.outline();
    study.free();
    return { name, json, outline };
  });
}
