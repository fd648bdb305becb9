import { expect, it } from 'vitest';
import { levelName, upperName } from './rules.ts';

it('names the level and the parent regions of a street or grid', () => {
  const path = '浙江省 / 杭州市 / 滨江区 / 西兴街道';
  expect([4, 5].map(levelName)).toEqual(['街道', '网格']);
  expect(upperName({ path, level: 4 })).toBe('滨江区');
  expect(upperName({ path: `${path} / 一网格`, level: 5 })).toBe('滨江区 / 西兴街道');
});
