/** Where a notice is handled. */
export const noticeOf = (id: string): string => `/bus/spot/index?id=${id}`;
/** Where its paper is read and printed. */
export const paperOf = (id: string): string => `/bus/spot/paper?id=${id}`;
