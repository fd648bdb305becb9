import { richText } from './rich-text.ts';
import * as z from 'zod/mini';
import { formatInstant, isDay, parseInstant } from './instant.ts';

const digits = z.string().check(z.regex(/^\d{1,15}$/));
// What a column of whole numbers holds.
const fitting = z.int().check(z.gte(-2_147_483_648), z.lte(2_147_483_647));
/** A whole number; the query carries it as text. */
export const whole = z.codec(z.union([digits, fitting]), fitting, {
  decode: (value) => Number(value),
  encode: (value) => value,
});
/** Formatted text, not empty; the server cleans it (S40). */
export const formatted = (label: string) =>
  z
    .string(`${label}不能为空`)
    .check(z.minLength(1, `${label}不能为空`), z.maxLength(richText.longest, `${label}过长，请精简后再保存`));
/** A flag that a query carries as 'true' or 'false'. */
export const flag = z.codec(z.union([z.enum(['true', 'false']), z.boolean()]), z.boolean(), {
  decode: (value) => value === true || value === 'true',
  encode: (value) => value,
});
/** One or several values of a repeated query key. */
export const several = <S extends z.ZodMiniType<unknown, string>>(item: S) =>
  z.pipe(
    z.codec(z.union([z.string(), z.array(z.string()).check(z.maxLength(100))]), z.array(z.string()), {
      decode: (value) => (Array.isArray(value) ? value : [value]),
      encode: (value) => value,
    }),
    z.array(item),
  );

/** Two-way map between a clean code and the family's wire value. */
export const coded = <M extends Readonly<Record<string, string>>>(map: M) => {
  const inside = Object.keys(map);
  const byWire = new Map(inside.map((code) => [map[code], code]));
  return z.codec(z.enum(Object.values(map)), z.enum(inside as [keyof M & string, ...(keyof M & string)[]]), {
    decode: (value) => byWire.get(value) as keyof M & string,
    encode: (code) => map[code as string] as string,
  });
};

/** An instant: `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai outside, Date inside. */
export const instant = z.codec(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)), z.date(), {
  decode: (text) => parseInstant(text),
  encode: (date) => formatInstant(date),
});
/** What is said of a day that does not exist. */
export const dayProblem = '日期不存在，请按 2026-01-31 的格式填写';
/** A calendar day `yyyy-MM-dd` that exists. */
export const day = z.string().check(z.refine(isDay, dayProblem));
/** Trimmed text of at most so many characters, without control, zero-width and direction characters (S39). */
export const text = (max: number, label = '内容') =>
  z.string().check(z.overwrite(cleanText), z.maxLength(max, `${label}最多 ${max} 个字`));
/** Trimmed text that must not be empty. */
export const filled = (max: number, label: string) =>
  z
    .string(`${label}不能为空`)
    .check(z.overwrite(cleanText), z.minLength(1, `${label}不能为空`), z.maxLength(max, `${label}最多 ${max} 个字`));

// Bidirectional overrides and zero-width characters let one name pass for another; line breaks are kept by `prose`.
const invisible = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
/** Text as it is stored: well-formed, visible, trimmed. */
export const cleanText = (value: string) => value.toWellFormed().replace(invisible, '').trim();
/** Several lines of text; line breaks stay. */
export const prose = (max: number, label = '内容') =>
  z.string().check(
    z.overwrite((value: string) => value.split(/\r?\n/).map(cleanText).join('\n').trim()),
    z.maxLength(max, `${label}最多 ${max} 个字`),
  );

/** An id of ours: a dashed uuid. */
export const id = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/));
/** The address of a stored file of ours: /upms/file/ and its id. */
export const fileAddress = (refusal: string) =>
  z.string().check(z.regex(/^\/upms\/file\/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, refusal));
/** An object that carries one of our ids. */
export const withId = z.object({ /** Id of the row. */ id });
/** Id and version of a row after a write. */
export const idVersion = z.object({
  /** Id of the row. */ id,
  /** Version to send back with the next change. */ version: z.int(),
});

/** The code of a division, or of a street or grid that a tenant keeps. */
export const placeCode = z
  .string()
  .check(z.regex(/^[0-9]{6}([0-9]{3}){0,2}$/, '行政区划代码应为6位数字，街道9位，网格12位'));
