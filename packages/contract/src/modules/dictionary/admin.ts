import * as z from 'zod/mini';
import { filled, id, prose, text } from '../../domain/fields.ts';

/** Who may add to a dictionary: nobody, the platform, or each tenant for itself. */
export const dictionaryEdit = z.enum(['fixed', 'platform', 'tenant']);
/** Colours of items, as tokens. */
export const itemColors = ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'grey'] as const;
const color = z.nullable(z.enum(itemColors, '请从列表中选择颜色'));

/** What a person may do with a dictionary or an item. */
export const dictionaryAbility = z.enum(['add', 'update', 'switch', 'remove']);
/** What a person may do with a dictionary or an item. */
export type DictionaryAbility = z.output<typeof dictionaryAbility>;

/** A dictionary as those see it who keep it up. */
export const dictionary = z.object({
  /** Id of the dictionary. */
  id,
  /** Grows with every change. */
  version: z.int(),
  /** What the caller may do: `add` is an item of it. */
  abilities: z.array(dictionaryAbility),
  /** Type that calls and rows name it by. */
  type: z.string(),
  /** Name. */
  label: z.string(),
  /** What it is for, or null. */
  description: z.nullable(z.string()),
  /** Who may add to it. */
  edit: dictionaryEdit,
  /** How many items the caller sees in it. */
  items: z.int(),
});
/** A dictionary as those see it who keep it up. */
export type Dictionary = z.output<typeof dictionary>;

/** An item as those see it who keep it up. */
export const adminItem = z.object({
  /** Id of the item. */
  id,
  /** Grows with every change. */
  version: z.int(),
  /** What the caller may do with it. */
  abilities: z.array(dictionaryAbility),
  /** Id of its dictionary. */
  dictId: id,
  /** Type of its dictionary. */
  type: z.string(),
  /** Value that rows carry; never changes. */
  value: z.string(),
  /** Label shown. */
  label: z.string(),
  /** Explanation, or null. */
  description: z.nullable(z.string()),
  /** Order within those of the same owner. */
  sort: z.int(),
  /** Colour token, or null. */
  color: z.nullable(z.string()),
  /** Whether it is offered; rows that carry one that is not keep its label. */
  enabled: z.boolean(),
  /** Whether the caller's own unit added it; the platform's otherwise. */
  own: z.boolean(),
});
/** An item as those see it who keep it up. */
export type AdminItem = z.output<typeof adminItem>;

const label = filled(32, '名称');
const description = z.optional(z.nullable(prose(200, '说明')));

/** POST /upms/dict. */
export const dictionaryInput = z.object({
  /** Type that calls and rows name it by; never changes. */
  type: z
    .string('类型不能为空')
    .check(z.regex(/^[a-z][A-Za-z0-9]{1,63}$/, '类型以小写字母开头，由 2 到 64 位字母和数字组成')),
  /** Name. */
  label,
  /** What it is for. */
  description,
  /** Who may add to it. */
  edit: z.enum(['platform', 'tenant'], '请选择由谁维护'),
});
/** A new dictionary. */
export type DictionaryInput = z.output<typeof dictionaryInput>;

/** POST /upms/dict/update: absent = unchanged. */
export const dictionaryPatch = z.object({
  /** Which one. */
  id,
  /** The version the person saw; a stale one answers 409 with the row. */
  version: z.int(),
  /** Name. */
  label: z.optional(label),
  /** What it is for. */
  description,
});
/** Changes to a dictionary. */
export type DictionaryPatch = z.output<typeof dictionaryPatch>;

/** POST /upms/dict/item. */
export const adminItemInput = z.object({
  /** Id of the dictionary. */
  dictId: id,
  /** Value that rows carry; made by the server when left out, never changes. */
  value: z.optional(text(32, '值').check(z.regex(/^([A-Za-z0-9_-]{1,32})?$/, '值只能用字母、数字、_ 和 -'))),
  /** Label shown. */
  label,
  /** Explanation. */
  description,
  /** Colour token. */
  color: z.optional(color),
});
/** A new item. */
export type AdminItemInput = z.output<typeof adminItemInput>;

/** POST /upms/dict/item/update: absent = unchanged; the value never changes. */
export const adminItemPatch = z.object({
  /** Which one. */
  id,
  /** The version the person saw; a stale one answers 409 with the row. */
  version: z.int(),
  /** Label shown. */
  label: z.optional(label),
  /** Explanation. */
  description,
  /** Colour token. */
  color: z.optional(color),
  /** Whether it is offered. */
  enabled: z.optional(z.boolean()),
});
/** Changes to an item. */
export type AdminItemPatch = z.output<typeof adminItemPatch>;

/** POST /upms/dict/item/sort. */
export const itemOrder = z.object({
  /** Id of the dictionary. */
  dictId: id,
  /** Every item of the caller's own in it, in their new order. */
  ids: z.array(id).check(z.minLength(1), z.maxLength(500)),
});
/** A new order of items. */
export type ItemOrder = z.output<typeof itemOrder>;
