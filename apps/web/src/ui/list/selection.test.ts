import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  chooseAll,
  countOf,
  countElsewhere,
  inputOf,
  isChosen,
  namedMax,
  emptySelection,
  setRows,
  coversFilter,
  type Selection,
} from './selection.ts';

interface Filter {
  status?: string;
}
const rows = Array.from({ length: 60 }, (_, at) => `row${at}`);
const size = 10;
const pageOf = (page: number) => rows.slice(page * size, (page + 1) * size);

type Step = { page: number; at: number; on: boolean } | { page: number; on: boolean } | { all: true } | { none: true };
const page = fc.integer({ min: 0, max: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ page, at: fc.integer({ min: 0, max: size - 1 }), on: fc.boolean() }),
  fc.record({ page, on: fc.boolean() }),
  fc.constant({ all: true as const }),
  fc.constant({ none: true as const }),
);

test('selects the same rows as a set does, after any clicks', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), page, (steps, shown) => {
      let selection: Selection<Filter> = emptySelection;
      let set = new Set<string>();
      for (const one of steps) {
        if ('all' in one) [selection, set] = [chooseAll<Filter>({}, rows.length, false), new Set(rows)];
        else if ('none' in one) [selection, set] = [emptySelection, new Set()];
        else {
          const keys = 'at' in one ? [pageOf(one.page)[one.at] ?? ''] : pageOf(one.page);
          selection = setRows(selection, keys, one.on);
          for (const key of keys)
            if (one.on) set.add(key);
            else set.delete(key);
        }
        expect(rows.filter((key) => isChosen(selection, key))).toEqual(rows.filter((key) => set.has(key)));
        expect(countOf(selection)).toBe(set.size);
        expect(countElsewhere(selection, pageOf(shown))).toBe(
          [...set].filter((key) => !pageOf(shown).includes(key)).length,
        );
        const input = inputOf(selection);
        const meant = 'ids' in input ? input.ids : rows.filter((key) => !input.except.includes(key));
        expect(new Set(meant)).toEqual(set);
        expect(new Set(meant).size).toBe(meant.length);
      }
    }),
  );
});

test('refuses to select more single rows than the limit', () => {
  const many = Array.from({ length: namedMax }, (_, at) => `m${at}`);
  const full = setRows<Filter>(emptySelection, many, true);
  expect(countOf(full)).toBe(namedMax);
  expect(setRows(full, ['more'], true)).toBe(full);
  expect(countOf(setRows(full, ['m0'], false))).toBe(namedMax - 1);
});

test('does not apply a selection of a whole filter to rows of another filter', () => {
  const all = chooseAll<Filter>({ status: 'active' }, 40, false);
  expect([
    coversFilter(all, { status: 'active' }),
    coversFilter(all, {}),
    coversFilter<Filter>(emptySelection, {}),
  ]).toEqual([true, false, true]);
});
