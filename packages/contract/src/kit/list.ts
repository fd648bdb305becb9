// Fields that hold fields: items of a list, or a group.
import * as z from 'zod/mini';
import { field, type Field, type Fields } from './field.ts';
import type { ListRules } from './field-spec.ts';

type TraitsOf<F> = F extends Field<infer T> ? T : never;
type Always<F extends Fields> = {
  [K in keyof F]: TraitsOf<F[K]>['notNull'] extends true ? K : never;
}[keyof F];
/** An item of a list, or a group, with these fields. */
export type ListItem<F extends Fields> = { [K in Always<F>]: TraitsOf<F[K]>['value'] } & {
  [K in Exclude<keyof F, Always<F>>]?: TraitsOf<F[K]>['value'] | null | undefined;
};

/** An item in the order of its fields, what is left out with its default. */
const filled = (of: Fields, item: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(of).flatMap(([key, { spec }]) => {
      const value = item[key] === undefined ? spec.default : item[key];
      return value === undefined ? [] : [[key, value]];
    }),
  );

/** The schema of an item, or of a group. */
export function itemSchema<F extends Fields>(of: F, side: 'input' | 'output' = 'input') {
  const shape = Object.entries(of).map(([key, { schemas, spec }]) => {
    const schema = schemas[side];
    if (spec.required) return [key, schema];
    return [key, z.optional(side === 'input' && spec.default !== undefined ? schema : z.nullable(schema))];
  });
  const item = z.object(Object.fromEntries(shape));
  // The shape is made from the same fields that the type is inferred from; TypeScript cannot follow `fromEntries`.
  return (side === 'input'
    ? item.check(z.overwrite((values) => filled(of, values)))
    : item) as unknown as z.ZodMiniType<ListItem<F>>;
}

/**
 * Items in an order, stored as JSON and edited in place as a table. `least` and `most` bound their number, `begin` is what a
 * new item begins with beside the defaults of its fields, `missing` the refusal of a list that is too short.
 */
export const list = <const F extends Fields>(
  label: string,
  item: string,
  of: F,
  { least = 0, most = 100, begin = {}, missing = `请填写${label}` }: Partial<ListRules> & { missing?: string } = {},
) =>
  field<ListItem<F>[]>(
    { kind: 'list', label, list: { item, of, least, most, begin: filled(of, begin) } },
    z.array(itemSchema(of, 'input')).check(z.minLength(least, missing), z.maxLength(most, `${label}最多 ${most} 条`)),
    z.array(itemSchema(of, 'output')),
  );

/** Fields that are shown and stored together, as JSON. */
export const group = <const F extends Fields>(label: string, of: F) =>
  field<ListItem<F>>({ kind: 'group', label, group: of }, itemSchema(of, 'input'), itemSchema(of, 'output'));
