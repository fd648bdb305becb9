/** Where an inspection is filled in. */
export const siteOf = (id: string): string => `/bus/inspection/site?id=${id}`;
