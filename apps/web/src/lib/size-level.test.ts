import { expect, it } from 'vitest';
import { sizeLevelOf } from './size-level.ts';

it('changes the size level at widths of 768, 992 and 1200 pixels', () => {
  expect([767, 768, 991, 992, 1199, 1200].map(sizeLevelOf)).toEqual([0, 1, 1, 2, 2, 3]);
});
