// What lessons and links can leave out of the page, by the words that they use.

export const HIDEABLE = ['header', 'data', 'loss', 'optimiser', 'run', 'charts', 'timeline', 'slow-motion', 'inspector', 'queries', 'weights', 'certificate', 'explanation', 'runs', 'comparison'];
