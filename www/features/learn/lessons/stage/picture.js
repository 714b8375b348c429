// What a picture of the stage is. Types only, no code.

/**
 * What a picture is made with. `announce` says a result once the reader's hand rests.
 * @typedef {{ store: import('../lesson-state.js').LessonsStore, announce: (words: string) => void
 *   }} PictureContext
 */

/**
 * What a picture draws. `show`: the parts that the step names. `lines`: the LETOR lines of the step's data; null for a
 * sample. `ready`: whether the page has the state of the step. `revealed`: whether its question is answered.
 * @typedef {{ open: import('../lesson-state.js').Open, step: import('../schema.js').Step,
 *   show: readonly string[], lines: string[] | null, state: import('../lesson-state.js').LessonsState,
 *   ready: boolean, revealed: boolean }} Scene
 */

/**
 * A picture. It stays while the steps that follow each other name it, so that its parts turn into each other. `again`
 * repeats the last change, while `canRepeat` does not deny it; `end` frees what the picture holds in the core.
 * @typedef {{ element: HTMLElement, update: (scene: Scene) => void, again?: () => void, canRepeat?: () => boolean,
 *   end?: () => void }} Picture
 */

/**
 * A file of `pictures/`. `parts`: what a step may name in `show`; the first step of a lesson that shows a part explains
 * it.
 * @typedef {{ parts: readonly string[], create: (context: PictureContext) => Picture }} PictureModule
 */

export {};
