// Reads and writes spreadsheets. Reading is limited and runs in a worker thread (S57). Written text never becomes a
// formula (S59).
export { SheetRefused, tooManyRows, type SheetRow } from './cells.ts';
export { copiedCells, idsPlace, type CellForm, type WordTables } from './copy-to-cells.ts';
export { selectSheet, requireHeadings, findHeadings } from './headings.ts';
export type { KeysQuery } from './ordered-ids.ts';
export { peekSheets, readSheet } from './reading.ts';
export { sheetKind, describeUnsupportedFile } from './unsupported-file.ts';
export { checkMessage, createHiddenRows } from './dry-run-notes.ts';
export type { ColumnKind, SheetColumn } from './workbook.ts';
export { writeRowsInWorker } from './write-rows-in-worker.ts';
export { writeInWorker } from './write-in-worker.ts';
export { writeWorkbook, type OutgoingCell, type OutgoingSheet } from './writing.ts';
