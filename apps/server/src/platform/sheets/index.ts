// Spreadsheets as modules see them: rows in, rows out. Reading is guarded and runs beside the server's own thread (S57);
// what is written never becomes a formula (S59).
export { SheetRefused, tooManyRows, type SheetRow } from './cells.ts';
export { copiedCells, idsPlace, type CellForm, type WordTables } from './copied-cells.ts';
export { chooseSheet, demandHeadings, findHeadings } from './headings.ts';
export type { KeysQuery } from './keys.ts';
export { peekSheets, readSheet, sharedBytes } from './reading.ts';
export { sheetKind, strangerNamed } from './strangers.ts';
export { checkedWords, createHiddenRows } from './telling.ts';
export type { ColumnKind, SheetColumn } from './workbook.ts';
export { writeRowsBeside } from './rows-beside.ts';
export { writeBeside } from './writing-beside.ts';
export { writeWorkbook, type OutgoingCell, type OutgoingSheet } from './writing.ts';
