import type * as z from 'zod/mini';
import type { Fields } from '../../kit/field.ts';
import type { ListItem } from '../../kit/nested-fields.ts';
import { strictSchema } from './field.ts';

export const partGroups = ['基础', '店铺与商品', '导航与布局'] as const;

export interface PartKind<F extends Fields = Fields> {
  readonly label: string;
  readonly group: (typeof partGroups)[number];
  readonly icon: string;
  readonly version: number;
  readonly fields: F;
  readonly schema: z.ZodMiniType<ListItem<F>>;
  /** By old version of the part: converts its fields to the fields of the next version. */
  readonly upgrade?: Readonly<
    Record<number, (before: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>>
  >;
  /** Number of lists of child parts; absent if the part cannot contain parts. */
  readonly slots?: number;
  /** Whether a page may have at most one such part. */
  readonly single?: boolean;
  /** Text that is shown if the part has no data. */
  readonly empty?: string;
}

export const part = <const F extends Fields>(kind: Omit<PartKind<F>, 'schema'>): PartKind<F> => ({
  ...kind,
  schema: strictSchema(kind.fields),
});
