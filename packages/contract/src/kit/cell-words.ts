// How values that are no single word stand in the cells of a sheet.

/** How people write a value in one cell of a sheet. */
export interface CellWords {
  /** What the cell says. */
  readonly read: (text: string) => unknown;
  /** What the template shows. */
  readonly example: string;
}
/** What sheets need to know of a field. */
export interface InSheets {
  /** How a JSON field stands in a cell; without it no sheet fills it. */
  readonly cell?: CellWords;
}
