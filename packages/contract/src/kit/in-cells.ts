import type { CellWords } from './cell-words.ts';
import { Field, type Traits } from './field.ts';

/** A JSON field that a sheet may fill, one cell a value. */
export const inCells = <T extends Traits>(of: Field<T>, cell: CellWords): Field<T> =>
  new Field<T>(of.schemas, { ...of.spec, cell });
