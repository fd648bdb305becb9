import * as z from 'zod/mini';

/** A plain text. */
export const text = () => z.string();
/** A value that `parse` reads; what it shall be is told where it does not. */
export const parsed = <T>(expected: string, parse: (value: string) => T | undefined) =>
  z.pipe(
    z.string(),
    z.transform<string, T>((value, context) => {
      const result = parse(value);
      if (result !== undefined) return result;
      context.issues.push({ code: 'custom', message: expected, input: value });
      return z.NEVER;
    }),
  );
/** on or off. */
export const flag = () =>
  parsed('on 或 off', (value) => {
    if (/^(on|true|1)$/i.test(value)) return true;
    return /^(off|false|0)$/i.test(value) ? false : undefined;
  });
/** A whole number within bounds. */
export const wholeNumber = (from: number, to: number) =>
  parsed(`${from} 到 ${to} 的整数`, (value) => {
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    return number >= from && number <= to ? number : undefined;
  });
/** One of some words. */
export const oneOf = <const T extends string>(words: readonly T[]) =>
  parsed(words.join('、') + ' 之一', (value) => words.find((word) => word === value));
/** Items parted by commas or blanks. */
export const listOf = <T>(expected: string, parse: (item: string) => T | undefined) =>
  parsed(expected, (value) => {
    const items = value
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(parse);
    return items.length > 0 && items.every((item) => item !== undefined) ? items : undefined;
  });
/** An address with one of some protocols. */
export const address = (expected: string, protocols: RegExp) =>
  parsed(expected, (value) => (URL.canParse(value) && protocols.test(new URL(value).protocol) ? value : undefined));
