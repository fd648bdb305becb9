import { expect, test } from 'vitest';
import { checkFloor } from './floor.ts';
import { plantedTree } from './planted.ts';

const built = (files: Record<string, string>) => {
  using tree = plantedTree(files);
  return checkFloor(tree.root);
};

test.each([
  ['a call of an object', 'const a = Promise.withResolvers();', 'Promise.withResolvers'],
  ['a method', 'export const a = (list) => list.toSpliced(0, 1);', 'toSpliced'],
  ['a method that may be missing', 'export const a = (box) => box?.showPopover();', 'showPopover'],
  ['a kind of object', 'export const a = new OffscreenCanvas(1, 1);', 'new OffscreenCanvas'],
  ['a pattern that no Safari 15 reads', 'export const a = /(?<=b)c/;', 'a pattern that looks behind'],
  ['the same, put together when it runs', 'export const a = new RegExp("(?<!b)c");', 'a pattern that looks behind'],
  ['a pattern of sets', 'export const a = /[a--b]/v;', 'a pattern of sets (v)'],
  ['a class that begins by itself', 'class A { static { A.a = 1; } }', 'a static block'],
  ['a colour that is mixed', 'export const a = "color-mix(in srgb, red, blue)";', 'color-mix without a fallback'],
])('a script: %s', (_, text, said) => {
  expect(built({ 'assets/a.js': text })).toEqual([`a.js: ${said}`]);
});

test('a script may call what is filled in, and mix a colour that it asked for', () => {
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
])('a style sheet: %s', (css, what) => {
  expect(built({ 'assets/a.css': css })).toEqual([expect.stringContaining(`a.css: ${what}`)]);
});

test('a style sheet may say what it asks for, and words in texts and addresses are none of its business', () => {
  const css = `@supports (color:color-mix(in srgb,red,blue)){a{color:color-mix(in srgb,red,blue)}}
    @supports selector(:has(a)){a:has(b){color:red}}
    a{content:"oklch(1) {:has(";background:url("data:image/svg+xml;a{b:has(c)}");translate:-50% -50%;inset:0}`;
  expect(built({ 'assets/a.css': css })).toEqual([]);
});
