export const minePath = '/bus/alearning/mine';
export const playerPath = '/bus/dailyEducation/viewVideo';
export const playerOf = (id: string): string => `${playerPath}?id=${id}`;
export const recordPath = '/bus/alearning/personage';
