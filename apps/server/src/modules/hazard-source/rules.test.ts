import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alphaOf, levelOf, ratioOf, rOf } from './rules.ts';

const ammonia = { name: '氨', amountT: 24, thresholdT: 10, beta: 2 };

test('computes S, R and level of a hazard source as in GB 18218-2018', () => {
  expect([0, 1, 30, 50, 100].map(alphaOf)).toEqual([0.5, 1, 1.2, 1.5, 2]);
  expect(ratioOf([ammonia])).toBeCloseTo(2.4);
  expect(rOf([ammonia], 60)).toBeCloseTo(1.5 * 2 * 2.4);
  expect(levelOf([ammonia], 60)).toBe('four');
  expect(levelOf([{ ...ammonia, amountT: 9 }], 500)).toBe('none');
  const level = (amountT: number) => levelOf([{ name: '甲', amountT, thresholdT: 1, beta: 1 }], 10);
  expect([9.99, 10, 49.9, 50, 99.9, 100].map(level)).toEqual(['four', 'three', 'three', 'two', 'two', 'one']);
});

test('never lowers the level of a hazard source for more substance or people', () => {
  const worst = ['none', 'four', 'three', 'two', 'one'];
  const substance = fc.record({
    name: fc.constant('甲'),
    amountT: fc.double({ min: 0.1, max: 500, noNaN: true }),
    thresholdT: fc.double({ min: 0.5, max: 500, noNaN: true }),
    beta: fc.double({ min: 1, max: 20, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(substance, { minLength: 1, maxLength: 6 }), fc.nat(300), fc.nat(300), (all, few, more) => {
      const before = worst.indexOf(levelOf(all, few));
      const grown = all.map((one) => ({ ...one, amountT: one.amountT * 1.5 }));
      expect(worst.indexOf(levelOf(grown, few + more))).toBeGreaterThanOrEqual(before);
    }),
  );
});
