// Stands alone: the shell reads it before any screen, and the list of screens brings every declared resource along.

/** Beginning of the paths of screens that show a page of somebody else in a frame (RT-30). */
export const framePrefix = '/myiframe/';
