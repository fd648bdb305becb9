import * as z from 'zod/mini';
import type { Field, FieldSpec } from '@anlan/contract/kit/field';
import { enterpriseFilterFields } from '@anlan/contract/modules/enterprise/filter';
import type { ListFilter } from '../rules.ts';

const text = z.optional(z.string());
const valueOf = ({ kind, values }: FieldSpec): z.ZodMiniType => {
  if (values) return z.enum(values);
  return kind === 'integer' ? z.int() : kind === 'boolean' ? z.boolean() : z.string();
};
const byFields = Object.entries<Field>(enterpriseFilterFields).map(([name, { spec }]) => {
  const value = valueOf(spec);
  return [name, z.optional(spec.filter === 'one' ? value : z.array(value))] as const;
});

/** Schema of the filter as stored with jobs. Its type is that of the filter, from the same fields. */
export const listFilter = z.strictObject({
  keyword: text,
  name: text,
  creditCode: text,
  regionOnly: text,
  ...Object.fromEntries(byFields),
}) as unknown as z.ZodMiniType<ListFilter>;
