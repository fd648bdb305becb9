import { expect, test } from 'vitest';
import { checkFloor } from './floor.ts';
import { plantedTree } from './temporary-tree.ts';

const built = (files: Record<string, string>) => {
  using tree = plantedTree(files);
  return checkFloor(tree.root);
};

test.each([
  ['a static method', 'const a = Promise.withResolvers();', 'Promise.withResolvers'],
  ['a method', 'export const a = (list) => list.toSpliced(0, 1);', 'toSpliced'],
  ['an optional call of a method', 'export const a = (box) => box?.showPopover();', 'showPopover'],
  ['a constructor', 'export const a = new OffscreenCanvas(1, 1);', 'new OffscreenCanvas'],
  ['a lookbehind in a pattern', 'export const a = /(?<=b)c/;', 'a pattern that looks behind'],
  ['a lookbehind in a text pattern', 'export const a = new RegExp("(?<!b)c");', 'a pattern that looks behind'],
  ['a pattern with the v flag', 'export const a = /[a--b]/v;', 'a pattern of sets (v)'],
  ['a static block of a class', 'class A { static { A.a = 1; } }', 'a static block'],
  ['a mixed colour', 'export const a = "color-mix(in srgb, red, blue)";', 'color-mix without a fallback'],
])('finds an unsupported feature in a script: %s', (_, text, finding) => {
  expect(built({ 'assets/a.js': text })).toEqual([`a.js: ${finding}`]);
});

test('allows an unsupported call that has a polyfill', () => {
  const text = `export const a = [2, 1].toSorted(); export const b = URL.canParse('/');
    export const c = CSS.supports('color', 'color-mix(in srgb, red, blue)');`;
  expect(built({ 'assets/a.js': text })).toEqual([]);
});

test.each([
  ['a{color:color-mix(in srgb,var(--a) 5%,red)}', 'color-mix'],
  ['a:has(b){color:red}', ':has'],
  ['@media (max-width:10px){a:has(b){color:red}}', ':has'],
  ['a{color:oklch(50% 0 0)}', 'a colour of a newer space'],
  ['@container (width>1px){a{color:red}}', 'a container query'],
  ['@media (width<=10px){a{color:red}}', 'a range of widths'],
  ['a{color:red;&:hover{color:blue}}', 'rules within rules'],
  ['a{width:calc(tan(1rad)*1px)}', 'a newer function'],
  ['a{width:10cqw}', 'a newer unit'],
])('finds an unsupported feature in a style sheet: %s', (css, what) => {
  expect(built({ 'assets/a.css': css })).toEqual([expect.stringContaining(`a.css: ${what}`)]);
});

test('allows an unsupported feature inside @supports', () => {
  const css = `@supports (color:color-mix(in srgb,red,blue)){a{color:color-mix(in srgb,red,blue)}}
    @supports selector(:has(a)){a:has(b){color:red}}
    a{content:"oklch(1) {:has(";background:url("data:image/svg+xml;a{b:has(c)}");translate:-50% -50%;inset:0}`;
  expect(built({ 'assets/a.css': css })).toEqual([]);
});
