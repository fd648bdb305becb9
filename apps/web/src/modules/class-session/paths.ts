export const showPath = '/bus/classsession/show';
export const attendPath = '/bus/classsession/attend';
