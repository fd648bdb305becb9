import { expect, test } from 'vitest';
import { createRandom, createWeightedPick } from './random.ts';

const draws = (seeds: number[], count: number) => {
  const random = createRandom(...seeds);
  return Array.from({ length: count }, () => random.next());
};

test('gives equal random choices for equal seeds', () => {
  expect(draws([1, 2], 5)).toEqual(draws([1, 2], 5));
  expect(draws([1, 2], 5)).not.toEqual(draws([2, 1], 5));
});

test('gives uniform, weighted or normally distributed random choices', () => {
  const random = createRandom(7);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const many = (draw: () => number) => Array.from({ length: 20_000 }, draw);
  expect(mean(many(() => random.next()))).toBeCloseTo(0.5, 1);
  expect(new Set(many(() => random.between(3, 5)))).toEqual(new Set([3, 4, 5]));
  expect(mean(many(() => Number(random.chance(0.2))))).toBeCloseTo(0.2, 1);
  const draw = createWeightedPick([
    [1, 3],
    [0, 1],
  ]);
  expect(mean(many(() => draw(random.next())))).toBeCloseTo(0.75, 1);
  const bell = many(() => random.normal());
  expect(mean(bell)).toBeCloseTo(0, 1);
  expect(mean(bell.map((value) => value * value))).toBeCloseTo(1, 1);
});
