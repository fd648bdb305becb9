import { creditCodeBodyWarning, creditCodeProblem } from '@anlan/contract/domain/credit-code';
import { phoneProblem } from '@anlan/contract/domain/phone';
import { expect, test } from 'vitest';
import { demoCreditCode, firmMark } from './firms.ts';
import { generatePeople } from './people.ts';

test('gives each demo person a distinct name and a phone of the demo range', () => {
  const people = [...generatePeople(1, 200)];
  expect(new Set(people.map(({ name }) => name)).size).toBe(200);
  expect(people.every(({ name, phone }) => /^[\u4e00-\u9fff]{2,3}$/.test(name) && phoneProblem(phone) === null)).toBe(
    true,
  );
  expect([...generatePeople(1, 20)]).toEqual(people.slice(0, 20));
});

test('gives each index a unique pair of place and mark in demo names', () => {
  const places = ['临澜', '安澜', '云岭'];
  const names = Array.from({ length: 30_000 }, (_, index) => firmMark(places, index)).map(
    ({ place, mark }) => place + mark,
  );
  expect(new Set(names).size).toBe(names.length);
  expect(names.every((name) => !/(.)\1/.test(name))).toBe(true);
});

test('computes the check digits of the sample credit codes in the standard', () => {
  expect(demoCreditCode('91', '330108', 1)).toBe('91330108DEM000014W');
  expect(demoCreditCode('92', '330108', 3)).toBe('92330108DEM000030F');
  for (let number = 0; number < 10_000; number += 97) {
    const code = demoCreditCode('93', '530102', number);
    expect(creditCodeProblem(code) ?? creditCodeBodyWarning(code)).toBeNull();
  }
});
