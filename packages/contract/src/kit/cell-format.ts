// Defines how a sheet cell represents a structured value.

export interface CellFormat {
  /** Parses the text of a cell. */
  readonly read: (text: string) => unknown;
  /** Example in the import template. */
  readonly example: string;
}
export interface SheetOptions {
  /** Cell format of a JSON field. Without it, sheets cannot fill the field. */
  readonly cell?: CellFormat;
}
