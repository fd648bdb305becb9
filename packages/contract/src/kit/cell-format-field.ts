import type { CellFormat } from './cell-format.ts';
import { Field, type Traits } from './field.ts';

/** Adds a cell format to a JSON field, so that a sheet can fill it with one cell per value. */
export const withCellFormat = <T extends Traits>(of: Field<T>, cell: CellFormat): Field<T> =>
  new Field<T>(of.schemas, { ...of.spec, cell });
