// Our faster parsers must return the same values as the parsers of the driver.
import fc from 'fast-check';
import pg from 'pg';
import { expect, test } from 'vitest';
import { types } from './type-parsers.ts';

const ours = (oid: number) => types.getTypeParser(oid, 'text');
const drivers = (oid: number) => pg.types.getTypeParser(oid, 'text');
const day = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
  noInvalidDate: true,
});

test('parses instants like the driver, to the millisecond', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 999_999 }), (date, micros) => {
      const fraction = `.${String(micros).padStart(6, '0')}`.replace(/\.?0+$/, '');
      const text = `${date.toISOString().slice(0, 19).replace('T', ' ')}${fraction}+00`;
      expect(ours(1184)(text)).toEqual(drivers(1184)(text));
    }),
  );
  for (const text of ['infinity', '0044-03-15 12:00:00+00 BC', '2026-03-02 10:00:00+08', '10000-01-01 00:00:00+00'])
    expect(ours(1184)(text)).toEqual(drivers(1184)(text));
});

test('parses text arrays like the driver', () => {
  const plain = fc.stringMatching(/^[\p{L}0-9_.:-]{1,8}$/u);
  fc.assert(
    fc.property(fc.array(fc.oneof(plain, fc.constantFrom('NULL', '"a,b"', '"\\"{}\\\\"', '""'))), (items) => {
      const text = `{${items.join()}}`;
      expect(ours(1009)(text)).toEqual(drivers(1009)(text));
    }),
  );
});

test('returns dates and exact numbers as text', () => {
  for (const oid of [20, 1082, 1700]) expect(ours(oid)('2026')).toBe('2026');
});
