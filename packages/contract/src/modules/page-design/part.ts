import type * as z from 'zod/mini';
import type { Fields } from '../../kit/field.ts';
import type { ListItem } from '../../kit/list.ts';
import { strict } from './field.ts';

/** Groups that parts are offered in. */
export const partGroups = ['基础', '店铺与商品', '导航与布局'] as const;

/** What a kind of part is: its fields, and how older ones become what it is now. */
export interface PartKind<F extends Fields = Fields> {
  readonly label: string;
  readonly group: (typeof partGroups)[number];
  readonly icon: string;
  readonly version: number;
  readonly fields: F;
  /** Schema of what the fields hold: refuses unknown keys, fills in what is left out. */
  readonly schema: z.ZodMiniType<ListItem<F>>;
  /** From which version up by one: fields of then to fields of the next. */
  readonly upgrade?: Readonly<
    Record<number, (before: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>>
  >;
  /** How many lists of parts it holds; none where it holds no parts. */
  readonly slots?: number;
  /** Stands once on a page at most. */
  readonly single?: boolean;
  /** What it shows where what it shows is read from: nothing is there. */
  readonly empty?: string;
}

/** Declares a kind of part; its fields keep their types. */
export const part = <const F extends Fields>(kind: Omit<PartKind<F>, 'schema'>): PartKind<F> => ({
  ...kind,
  schema: strict(kind.fields),
});
