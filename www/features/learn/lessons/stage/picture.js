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
 * What the lesson editor and docs/lessons.md say of a picture. `shows`: what follows “Shows”. `parts`: what a step may
 * name in `show`, each with its words. The first word is the part's name in the editor; brackets say more. The first
 * step of a lesson that shows a part explains it: a text up to there has one of the words. `hasArrow`: a step may say
 * where w begins.
 * @typedef {{ name: string, shows: string, parts: Readonly<Record<string, string>>, hasArrow?: boolean
 *   }} PictureDescription
 */

/** A file of `pictures/`.
 * @typedef {{ description: PictureDescription, create: (context: PictureContext) => Picture }} PictureModule */

export {};
