import { expect, test } from 'vitest';
import { normalisePlate, plateProblem } from './vehicle-number.ts';

test.each([
  ['浙a·12345', '浙A12345'],
  [' 浙Ａ 12345 ', '浙A12345'],
  ['浙A・1234学', '浙A1234学'],
  ['浙A-D12345', '浙AD12345'],
  ['使014·578', '使014578'],
])('reads %s as %s', (typed, stored) => {
  expect(normalisePlate(typed)).toBe(stored);
  expect(plateProblem(stored)).toBeNull();
});

test.each(
  '浙A12345 浙AD12345 浙A12345D 浙A1234挂 浙A1234警 粤Z1234港 粤Z1234澳 沪A0023领 浙X0012应急 浙0112345 WJ浙1234X 京AA0001'.split(
    ' ',
  ),
)('accepts %s', (plate) => {
  expect(plateProblem(plate)).toBeNull();
});

test.each(['', '浙', '浙A1234', '浙AI2345', '浙A123O5', 'A12345', '中A12345', '浙A1234人', '浙AD123456', '12345678'])(
  'refuses %s',
  (plate) => {
    expect(plateProblem(plate)).toMatch(/^车牌号/);
  },
);
