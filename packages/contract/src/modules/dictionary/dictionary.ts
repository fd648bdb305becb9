import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';

/** An item of a dictionary. */
export const dictionaryItem = z.object({
  /** Id of the item. */
  id,
  /** Id of its dictionary. */
  dictId: id,
  /** Type of its dictionary. */
  type: z.string(),
  /** Value that rows carry on the wire. */
  value: z.string(),
  /** Label shown. */
  label: z.string(),
  /** Explanation, or null. */
  description: z.nullable(z.string()),
  /** Order. */
  sort: z.int(),
  /** Colour token: red orange yellow green blue purple grey, or null. */
  color: z.nullable(z.string()),
  /** Whether it is offered; rows that carry one that is not keep its label. */
  enabled: z.boolean(),
});
/** An item of a dictionary. */
export type DictionaryItem = z.output<typeof dictionaryItem>;

/** An administrative division. */
export const region = z.object({
  /** Six digits of GB/T 2260; nine of a street, twelve of a grid. */
  code: z.string(),
  /** Name. */
  name: z.string(),
  /** 1 province, 2 city, 3 district, 4 street, 5 grid. */
  level: z.int(),
  /** Whether nothing lies below. */
  leaf: z.boolean(),
  /** Names from the province down, joined by ' / '. */
  path: z.string(),
});
/** An administrative division. */
export type Region = z.output<typeof region>;

/** A section of GB/T 4754 with its divisions. */
export const industrySection = z.object({
  /** Letter of the section. */
  code: z.string(),
  /** Name. */
  name: z.string(),
  /** Divisions: letter and two digits. */
  children: z.array(
    z.object({
      /** Letter and two digits. */
      code: z.string(),
      /** Name. */
      name: z.string(),
      /** Pinyin initials of the name. */
      pinyin: z.string(),
    }),
  ),
});
/** A section of GB/T 4754 with its divisions. */
export type IndustrySection = z.output<typeof industrySection>;
