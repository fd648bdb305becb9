// This file is separate because the shell loads it before any screen. The list of screens would import all declared
// resources.

/** Path prefix of screens that show an external page in a frame (RT-30). */
export const framePrefix = '/myiframe/';
