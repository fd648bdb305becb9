export const sheetPath = '/bus/report/sheet';
export const sheetOf = (id: string): string => `${sheetPath}?id=${id}`;
