// The name and the version of the messages between the page in a frame and the page around it.

export const PROTOCOL = 'rankscope-embed';
export const VERSION = 1;
