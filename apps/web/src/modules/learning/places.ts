/** One's own tasks. */
export const minePath = '/bus/alearning/mine';
/** The player. */
export const playerPath = '/bus/dailyEducation/viewVideo';
/** The player of a task. */
export const playerOf = (id: string): string => `${playerPath}?id=${id}`;
/** One's own record of learning. */
export const recordPath = '/bus/alearning/personage';
