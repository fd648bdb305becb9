/** Where one report is filled in, signed and read. */
export const sheetPath = '/bus/report/sheet';
/** The sheet of one report. */
export const sheetOf = (id: string): string => `${sheetPath}?id=${id}`;
