import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { dayOf, instantOf, isTime, writtenDay, writtenTime } from './written-time.ts';

const wide = (text: string) => text.replace(/[\d./:-]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));
const day = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2080-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const time = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }));
const two = (value: number) => String(value).padStart(2, '0');

describe('a written day', () => {
  test('is read in every form that people and spreadsheets use', () => {
    fc.assert(
      fc.property(day, fc.boolean(), (text, isWide) => {
        const [year = '', month = '', date = ''] = text.split('-');
        const [m, d] = [Number(month), Number(date)];
        const forms = [
          text,
          `${year}${month}${date}`,
          `${year}/${m}/${d}`,
          `${year}.${month}.${d}`,
          `${year}-${m}-${d}`,
        ];
        for (const form of [...forms, `${year}年${m}月${d}日`, ` ${text} 00:00:00`])
          expect(writtenDay(isWide ? wide(form) : form), form).toBe(text);
      }),
    );
  });
  test.each(['', '昨天', '45321', '2026-13', '31/01/2026', '2026-1-1-1', '26-01-31'])('%j is not a day', (text) => {
    expect(writtenDay(text)).toBeNull();
  });
});

describe('a written time', () => {
  test('is read in every form that people and spreadsheets use', () => {
    fc.assert(
      fc.property(day, time, fc.boolean(), (text, [hours, minutes], isWide) => {
        const [year = '', month = '', date = ''] = text.split('-');
        const expected = `${text} ${two(hours)}:${two(minutes)}:00`;
        const clock = `${hours}:${two(minutes)}`;
        const forms = [
          `${text} ${clock}`,
          `${text}T${two(hours)}:${two(minutes)}:00`,
          `${year}/${month}/${date}  ${clock}`,
        ];
        for (const form of [...forms, `${year}年${Number(month)}月${Number(date)}日 ${hours}时${minutes}分`])
          expect(writtenTime(isWide ? wide(form) : form), form).toBe(expected);
      }),
    );
  });
  test.each(['', '09:30', '明天 09:30', '2026-01-31 9点'])('%j is not a time', (text) => {
    expect(writtenTime(text)).toBeNull();
  });
  test('may not exist', () => {
    expect(writtenTime('2026-01-31 25:00')).toBe('2026-01-31 25:00:00');
    expect(isTime('2026-01-31 25:00:00')).toBe(false);
  });
});

describe('an input', () => {
  const messageOf = (schema: z.ZodMiniType, input: unknown) =>
    schema.safeParse(input).error?.issues.map((one) => one.message);
  test.each(['', null, undefined])('of a day or time that is %j is named as empty', (input) => {
    expect(messageOf(dayOf('整改期限'), input)).toEqual(['整改期限不能为空']);
    expect(messageOf(instantOf('发现时间'), input)).toEqual(['发现时间不能为空']);
  });
  test('that does not exist is named as such', () => {
    expect(messageOf(dayOf('整改期限'), '2026-02-30')).toEqual(['日期不存在，请按 2026-01-31 的格式填写']);
    for (const text of ['2026-02-30 08:00:00', '明天'])
      expect(messageOf(instantOf('发现时间'), text)).toEqual(['时间不存在，请按 2026-01-31 09:30 的格式填写']);
  });
});
