import { richText } from './rich-text.ts';
import * as z from 'zod/mini';
import { formatInstant, isDay, parseInstant } from './instant.ts';

const digits = z.string().check(z.regex(/^\d{1,15}$/));
// An integer in the range of a PostgreSQL integer column.
const int32 = z.int().check(z.gte(-2_147_483_648), z.lte(2_147_483_647));
/** Codec of a whole number. Query parameters carry the number as text. */
export const whole = z.codec(z.union([digits, int32]), int32, {
  decode: (value) => Number(value),
  encode: (value) => value,
});
/** Schema of rich text that must not be empty. The server sanitises it (S40). */
export const requiredRichText = (label: string) =>
  z
    .string(`${label}不能为空`)
    .check(z.minLength(1, `${label}不能为空`), z.maxLength(richText.longest, `${label}过长，请精简后再保存`));
/** Codec of a boolean. Query parameters carry it as 'true' or 'false'. */
export const flag = z.codec(z.union([z.enum(['true', 'false']), z.boolean()]), z.boolean(), {
  decode: (value) => value === true || value === 'true',
  encode: (value) => value,
});
/** Codec of a list. A query parameter that occurs only once is a list with one value. */
export const oneOrMany = <S extends z.ZodMiniType<unknown, string>>(item: S) =>
  z.pipe(
    z.codec(z.union([z.string(), z.array(z.string()).check(z.maxLength(100))]), z.array(z.string()), {
      decode: (value) => (Array.isArray(value) ? value : [value]),
      encode: (value) => value,
    }),
    z.array(item),
  );

/** Codec that maps values of our program to values on the wire, and back. */
export const codeMapping = <M extends Readonly<Record<string, string>>>(map: M) => {
  const inside = Object.keys(map);
  const byWire = new Map(inside.map((code) => [map[code], code]));
  return z.codec(z.enum(Object.values(map)), z.enum(inside as [keyof M & string, ...(keyof M & string)[]]), {
    decode: (value) => byWire.get(value) as keyof M & string,
    encode: (code) => map[code as string] as string,
  });
};

/** Codec of a moment. Wire: `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai. In code: Date. */
export const instant = z.codec(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)), z.date(), {
  decode: (text) => parseInstant(text),
  encode: (date) => formatInstant(date),
});
export const dayProblem = '日期不存在，请按 2026-01-31 的格式填写';
/** Schema of a day as `yyyy-MM-dd`. It refuses a day that does not exist. */
export const day = z.string().check(z.refine(isDay, dayProblem));
/** Schema of a text of one line. It trims the text and removes control, zero-width and direction characters (S39). */
export const text = (max: number, label = '内容') =>
  z.string().check(z.overwrite(cleanText), z.maxLength(max, `${label}最多 ${max} 个字`));
export const requiredText = (max: number, label: string) =>
  z
    .string(`${label}不能为空`)
    .check(z.overwrite(cleanText), z.minLength(1, `${label}不能为空`), z.maxLength(max, `${label}最多 ${max} 个字`));

// Direction and zero-width characters are removed, because they make different names look equal. `prose` preserves line
// breaks.
const invisibleCharacters = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
export const cleanText = (value: string) => value.toWellFormed().replace(invisibleCharacters, '').trim();
export const prose = (max: number, label = '内容') =>
  z.string().check(
    z.overwrite((value: string) => value.split(/\r?\n/).map(cleanText).join('\n').trim()),
    z.maxLength(max, `${label}最多 ${max} 个字`),
  );

export const id = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/));
export const fileAddress = (refusal: string) =>
  z.string().check(z.regex(/^\/upms\/file\/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, refusal));
export const withId = z.object({ id });
export const idVersion = z.object({
  id,
  /** Version of the row that the caller loaded. The caller sends it back with the next change. */ version: z.int(),
});

/** Schema of the code of a division, or of a street or grid that the tenant defined itself. */
export const placeCode = z
  .string()
  .check(z.regex(/^[0-9]{6}([0-9]{3}){0,2}$/, '行政区划代码应为6位数字，街道9位，网格12位'));
