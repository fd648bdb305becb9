/** The code on the wall. */
export const showPath = '/bus/classsession/show';
/** What a phone opens that scans it. */
export const attendPath = '/bus/classsession/attend';
