import * as z from 'zod/mini';
import { requiredText, id, prose, text } from '../../domain/fields.ts';

/** Who may add items: nobody, the platform, or each tenant for itself. */
export const dictionaryEdit = z.enum(['fixed', 'platform', 'tenant']);
export const itemColors = ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'grey'] as const;
const color = z.nullable(z.enum(itemColors, '请从列表中选择颜色'));

export const dictionaryAbility = z.enum(['add', 'update', 'switch', 'remove']);
export type DictionaryAbility = z.output<typeof dictionaryAbility>;

export const dictionary = z.object({
  id,
  version: z.int(),
  /** Actions that the caller may do. `add`: add an item to the dictionary. */
  abilities: z.array(dictionaryAbility),
  type: z.string(),
  label: z.string(),
  description: z.nullable(z.string()),
  edit: dictionaryEdit,
  items: z.int(),
});
export type Dictionary = z.output<typeof dictionary>;

export const adminItem = z.object({
  id,
  version: z.int(),
  abilities: z.array(dictionaryAbility),
  dictId: id,
  type: z.string(),
  /** Value that rows store. It never changes. */
  value: z.string(),
  label: z.string(),
  description: z.nullable(z.string()),
  /** Position among the items of the same owner. */
  sort: z.int(),
  color: z.nullable(z.string()),
  /** Whether forms offer the item. Rows that have a disabled item still show its label. */
  enabled: z.boolean(),
  /** True if the caller's unit added the item, false if the platform did. */
  own: z.boolean(),
});
export type AdminItem = z.output<typeof adminItem>;

const label = requiredText(32, '名称');
const description = z.optional(z.nullable(prose(200, '说明')));

export const dictionaryInput = z.object({
  /** Type of the dictionary. Calls and rows refer to it, so it never changes. */
  type: z
    .string('类型不能为空')
    .check(z.regex(/^[a-z][A-Za-z0-9]{1,63}$/, '类型以小写字母开头，由 2 到 64 位字母和数字组成')),
  label,
  description,
  edit: z.enum(['platform', 'tenant'], '请选择由谁维护'),
});
export type DictionaryInput = z.output<typeof dictionaryInput>;

export const dictionaryPatch = z.object({
  id,
  /** Version that the caller loaded. A stale version is refused with 409 and the current row. */
  version: z.int(),
  label: z.optional(label),
  description,
});
export type DictionaryPatch = z.output<typeof dictionaryPatch>;

export const adminItemInput = z.object({
  dictId: id,
  /** Value that rows store. It never changes. If absent, the server generates it. */
  value: z.optional(text(32, '值').check(z.regex(/^([A-Za-z0-9_-]{1,32})?$/, '值只能用字母、数字、_ 和 -'))),
  label,
  description,
  color: z.optional(color),
});
export type AdminItemInput = z.output<typeof adminItemInput>;

/** Input of a change. Absent fields stay unchanged; the value never changes. */
export const adminItemPatch = z.object({
  id,
  /** Version that the caller loaded. A stale version is refused with 409 and the current row. */
  version: z.int(),
  label: z.optional(label),
  description,
  color: z.optional(color),
  enabled: z.optional(z.boolean()),
});
export type AdminItemPatch = z.output<typeof adminItemPatch>;

export const itemOrder = z.object({
  dictId: id,
  /** Ids of all items that the caller's unit added, in the new order. */
  ids: z.array(id).check(z.minLength(1), z.maxLength(500)),
});
export type ItemOrder = z.output<typeof itemOrder>;
