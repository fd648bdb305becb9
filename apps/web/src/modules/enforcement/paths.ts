export const noticeOf = (id: string): string => `/bus/spot/index?id=${id}`;
export const paperOf = (id: string): string => `/bus/spot/paper?id=${id}`;
