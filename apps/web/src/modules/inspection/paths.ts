export const siteOf = (id: string): string => `/bus/inspection/site?id=${id}`;
