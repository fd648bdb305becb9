import { readFileSync } from 'node:fs';
import { regionAncestors, regionCodeProblem, regionLevel } from '@anlan/contract/domain/region-code';
import { expect, test } from 'vitest';

type Row = [code: string, name: string, parent: string | null, level: number, initials: string];
const read = (name: string): { rows: Row[]; abolished: [string, string, string, string][] } =>
  JSON.parse(readFileSync(new URL(`../apps/server/data/${name}`, import.meta.url), 'utf8'));

const { rows, abolished } = read('regions.json');
const byCode = new Map(rows.map((row) => [row[0], row]));

test('creates three levels of regions, each with an existing parent', () => {
  expect([1, 2, 3].map((level) => rows.filter((row) => row[3] === level).length)).toEqual([34, 364, 3355]);
  expect(byCode.size).toBe(rows.length);
  for (const [code, name, parent, level] of rows) {
    expect(regionCodeProblem(code), name).toBeNull();
    expect(regionLevel(code), name).toBe(level);
    expect(regionAncestors(code).at(-1) ?? null, name).toBe(parent);
    expect(parent === null || byCode.has(parent), name).toBe(true);
  }
});

test('contains no headings, towns or residual entries among the regions', () => {
  const names = new Set(rows.map((row) => row[1]));
  for (const name of ['省直辖县', '自治区直辖县级行政区划', '县', '其它区', '市辖区', '长安镇', '小榄镇', '那大镇']) {
    expect(names.has(name), name).toBe(false);
  }
  expect(rows.some(([code]) => /^(4419|4420|4604)(?!00)/.test(code))).toBe(false);
  expect(byCode.get('419001')?.slice(1, 3)).toEqual(['济源市', '410000']);
  expect(byCode.get('500229')?.slice(1, 3)).toEqual(['城口县', '500000']);
  expect(byCode.get('330108')?.[1]).toBe('滨江区');
});

test('uses the local reading of a region name for its initials', () => {
  const initials = new Map(rows.map((row) => [row[1], row[4]]));
  expect(['六安市', '蔚县', '番禺区', '乐清市', '重庆市', '厦门市'].map((name) => initials.get(name))).toEqual([
    'las',
    'yx',
    'pyq',
    'yqs',
    'cqs',
    'xms',
  ]);
  expect(rows.every((row) => /^[a-z]+$/.test(row[4]))).toBe(true);
});

test('has an existing successor for each abolished region', () => {
  for (const [code, name, successor, validTo] of abolished) {
    expect(validTo, name).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(byCode.has(code), name).toBe(false);
    expect(byCode.has(successor), name).toBe(true);
  }
});

test('has 20 sections and 97 divisions of industries', () => {
  const industries = read('industries.json').rows;
  expect([1, 2].map((level) => industries.filter((row) => row[3] === level).length)).toEqual([20, 97]);
  expect(industries.find((row) => row[0] === 'G54')).toEqual(['G54', '道路运输业', 'G', 2, 'dlysy']);
});
