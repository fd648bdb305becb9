// Fields that contain fields: items of a list, or a group.
import * as z from 'zod/mini';
import { field, type Field, type Fields } from './field.ts';
import type { ListRules } from './field-spec.ts';

type TraitsOf<F> = F extends Field<infer T> ? T : never;
type RequiredKeys<F extends Fields> = {
  [K in keyof F]: TraitsOf<F[K]>['notNull'] extends true ? K : never;
}[keyof F];
export type ListItem<F extends Fields> = { [K in RequiredKeys<F>]: TraitsOf<F[K]>['value'] } & {
  [K in Exclude<keyof F, RequiredKeys<F>>]?: TraitsOf<F[K]>['value'] | null | undefined;
};

/** Returns the values in declared order; a missing value gets the default of its field. */
const withDefaults = (of: Fields, item: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(of).flatMap(([key, { spec }]) => {
      const value = item[key] === undefined ? spec.default : item[key];
      return value === undefined ? [] : [[key, value]];
    }),
  );

export function itemSchema<F extends Fields>(of: F, side: 'input' | 'output' = 'input') {
  const shape = Object.entries(of).map(([key, { schemas, spec }]) => {
    const schema = schemas[side];
    if (spec.required) return [key, schema];
    return [key, z.optional(side === 'input' && spec.default !== undefined ? schema : z.nullable(schema))];
  });
  const item = z.object(Object.fromEntries(shape));
  // The type is inferred from the same fields, but TypeScript cannot infer it from `fromEntries`.
  return (side === 'input'
    ? item.check(z.overwrite((values) => withDefaults(of, values)))
    : item) as unknown as z.ZodMiniType<ListItem<F>>;
}

/**
 * Field with an ordered list of items, stored as JSON and edited as a table. `least` and `most` limit their number;
 * `begin` has the initial values of a new item; `missing` is the message for too few items.
 */
export const list = <const F extends Fields>(
  label: string,
  item: string,
  of: F,
  { least = 0, most = 100, begin = {}, missing = `请填写${label}` }: Partial<ListRules> & { missing?: string } = {},
) =>
  field<ListItem<F>[]>(
    { kind: 'list', label, list: { item, of, least, most, begin: withDefaults(of, begin) } },
    z.array(itemSchema(of, 'input')).check(z.minLength(least, missing), z.maxLength(most, `${label}最多 ${most} 条`)),
    z.array(itemSchema(of, 'output')),
  );

/** Field that combines several fields, shown together and stored as JSON. */
export const group = <const F extends Fields>(label: string, of: F) =>
  field<ListItem<F>>({ kind: 'group', label, group: of }, itemSchema(of, 'input'), itemSchema(of, 'output'));
