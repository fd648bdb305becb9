import * as z from 'zod/mini';

export const text = () => z.string();
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
export const flag = () =>
  parsed('on 或 off', (value) => {
    if (/^(on|true|1)$/i.test(value)) return true;
    return /^(off|false|0)$/i.test(value) ? false : undefined;
  });
export const wholeNumber = (from: number, to: number) =>
  parsed(`${from} 到 ${to} 的整数`, (value) => {
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    return number >= from && number <= to ? number : undefined;
  });
const unitMs = { d: 86_400_000, h: 3_600_000, m: 60_000 } as const;
/** A time span such as `40d`, in milliseconds. */
export const duration = () =>
  parsed('天数、小时数或分钟数，例如 40d、6h、90m', (value) => {
    const [, number, unit] = /^(\d{1,4})([dhm])$/.exec(value) ?? [];
    return unit === 'd' || unit === 'h' || unit === 'm' ? Number(number) * unitMs[unit] : undefined;
  });
export const oneOf = <const T extends string>(words: readonly T[]) =>
  parsed(words.join('、') + ' 之一', (value) => words.find((word) => word === value));
export const listOf = <T>(expected: string, parse: (item: string) => T | undefined) =>
  parsed(expected, (value) => {
    const items = value
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(parse);
    return items.length > 0 && items.every((item) => item !== undefined) ? items : undefined;
  });
export const address = (expected: string, protocols: RegExp) =>
  parsed(expected, (value) => (URL.canParse(value) && protocols.test(new URL(value).protocol) ? value : undefined));
