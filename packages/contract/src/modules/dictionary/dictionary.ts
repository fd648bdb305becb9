import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';

export const dictionaryItem = z.object({
  id,
  dictId: id,
  type: z.string(),
  value: z.string(),
  label: z.string(),
  description: z.nullable(z.string()),
  sort: z.int(),
  /** Colour token: red orange yellow green blue purple grey, or null. */
  color: z.nullable(z.string()),
  enabled: z.boolean(),
});
export type DictionaryItem = z.output<typeof dictionaryItem>;

export const region = z.object({
  /** Code of the division: six digits (GB/T 2260), nine for a street, twelve for a grid. */
  code: z.string(),
  name: z.string(),
  /** Level: 1 province, 2 city, 3 district, 4 street, 5 grid. */
  level: z.int(),
  leaf: z.boolean(),
  /** Names of the division and its parents from the province down, joined by ' / '. */
  path: z.string(),
});
export type Region = z.output<typeof region>;

export const industrySection = z.object({
  code: z.string(),
  name: z.string(),
  children: z.array(
    z.object({
      /** Code of the industry: one letter and two digits. */
      code: z.string(),
      name: z.string(),
      pinyin: z.string(),
    }),
  ),
});
export type IndustrySection = z.output<typeof industrySection>;
