// What a TypeScript program may and may not write.
import init, { built_in_studies, catalog, Dataset, initSync, Model, Training } from 'rankscope';
import type { RankscopeError, TrainingSettings } from 'rankscope';
import 'rankscope/rankscope-view';
import type { RankscopeView } from 'rankscope/rankscope-view';

await init();
const settings: Partial<TrainingSettings> = { method: 'dorm', c: 10 };
const data = Dataset.from(new Float32Array(4), [1, 0], ['a', 'a'], ['x', 'y']);
const training = new Training(data, { ...catalog().defaults, ...settings });
const progress = training.advance(10);
if (progress.state === 'stepped') progress.report.iteration.toFixed();
const weights: Float64Array = Model.parse(training.model().json()).weights();
export const kinds: (error: RankscopeError) => string = (error) => error.cause.kind;
export { initSync, weights };
export const trainings: number[] = built_in_studies().map(({ outline }) => outline.trainings);
// @ts-expect-error features are typed arrays
Dataset.from([1, 2], [1], [1]);
// @ts-expect-error there is no such setting
export const wrong: Partial<TrainingSettings> = { method: 'dorm', epsilon: 1 };
export async function embedded(view: RankscopeView): Promise<string | null> {
  view.addEventListener('rankscope-changed', ({ detail }) => detail.result?.iteration.toFixed());
  await view.request({ type: 'set-state', settings: { c: 1 } });
  // @ts-expect-error there is no such message
  await view.request({ type: 'run-code' });
  return document.createElement('rankscope-view').frame?.src ?? null;
}
