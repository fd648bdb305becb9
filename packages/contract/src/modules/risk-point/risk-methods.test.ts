// Tests of scores and levels: the bounds of every method, and properties that hold for all values.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { controlCells, factorCells, hazardCells } from './sheet-cells.ts';
import {
  factorsProblem,
  formulaOf,
  assessRisk,
  levelOfScore,
  methods,
  rankOf,
  defaultBands,
  type ScoredMethod,
} from './risk-methods.ts';

describe('level bounds of risk methods', () => {
  test.each([
    ['LEC', 320.1, 'major'],
    ['LEC', 320, 'considerable'],
    ['LEC', 160, 'considerable'],
    ['LEC', 159.9, 'general'],
    ['LEC', 70, 'general'],
    ['LEC', 69.9, 'low'],
    ['LS', 20, 'major'],
    ['LS', 19, 'considerable'],
    ['LS', 15, 'considerable'],
    ['LS', 14, 'general'],
    ['LS', 9, 'general'],
    ['LS', 8, 'low'],
    ['LC', 55.1, 'major'],
    ['LC', 55, 'considerable'],
    ['LC', 20, 'general'],
    ['LC', 5, 'low'],
  ] as const)('%s gives the score %d the level %s', (method, score, level) =>
    expect(levelOfScore(method, score)).toBe(level),
  );
});

const codes = Object.keys(methods) as ScoredMethod[];
const valuesOf = (method: ScoredMethod) =>
  fc
    .tuple(
      ...methods[method].factors.map(({ values, most = 10 }) =>
        values ? fc.constantFrom(...values.map(([value]) => value)) : fc.integer({ min: 1, max: most }),
      ),
    )
    .map((all) => Object.fromEntries(methods[method].factors.map(({ key }, at) => [key, all[at] ?? null])));
const whole = fc
  .constantFrom(...codes)
  .chain((method) => fc.record({ method: fc.constant(method), values: valuesOf(method) }));

test('computes a score, a level and a formula for every combination of valid values', () => {
  fc.assert(
    fc.property(whole, ({ method, values }) => {
      const result = assessRisk(method, values);
      expect(result?.score).toBeGreaterThan(0);
      expect(formulaOf(method, values, result?.score ?? null)).toMatch(new RegExp(`^${method}：.* = [0-9.]+$`));
    }),
  );
});

test('never lowers a risk level for a larger factor or stricter bounds', () => {
  fc.assert(
    fc.property(whole, whole, ({ method, values }, other) => {
      if (other.method !== method) return;
      const both = assessRisk(method, values);
      const upper = Object.fromEntries(
        Object.entries(values).map(([key, value]) => [
          key,
          Math.max(value ?? 0, (other.values as Record<string, number>)[key] ?? 0),
        ]),
      );
      const more = assessRisk(method, upper);
      if (both && more) expect(rankOf(more.level)).toBeGreaterThanOrEqual(rankOf(both.level));
      const strict = { ...defaultBands, [method]: defaultBands[method].map((bound) => bound / 2) };
      const stricter = assessRisk(method, values, strict);
      if (both && stricter) expect(rankOf(stricter.level)).toBeGreaterThanOrEqual(rankOf(both.level));
    }),
  );
});

test('refuses factor values that the method does not have', () => {
  expect(factorsProblem('LEC', { L: 7, E: 6, C: 15 })).toBe('事故发生的可能性没有取值 7');
  expect(factorsProblem('LEC', { L: 3, E: 6 })).toBe('请选择发生事故可能造成的后果');
  expect(factorsProblem('LC', { L: 11, C: 5 })).toBe('可能性不能大于 10');
  expect(assessRisk('direct', {})).toBeNull();
  expect(assessRisk('direct', { level: 'major' })).toEqual({ score: null, level: 'major' });
});

test('parses hazards, controls and factors in sheet cells as people write them', () => {
  expect(hazardCells.read('1. 手部进入\n2、模具飞出')).toEqual([
    { text: '手部进入', accidentTypes: [] },
    { text: '模具飞出', accidentTypes: [] },
  ]);
  expect(controlCells.read('工程技术：光电保护\n每班点检')).toEqual([
    { kind: 'engineering', text: '光电保护' },
    { kind: 'management', text: '每班点检' },
  ]);
  expect(factorCells.read('L=3 E=6 C=15')).toEqual({ L: 3, E: 6, C: 15 });
  expect(factorCells.read('l:0.5，S 4')).toEqual({ L: 0.5, S: 4 });
  expect(factorCells.read('重大风险')).toEqual({ level: 'major' });
});
