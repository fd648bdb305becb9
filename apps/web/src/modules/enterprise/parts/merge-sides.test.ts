import { describe, expect, it } from 'vitest';
import { formFields, type FormField } from '../rules.ts';
import { chosenSide, sidesOf } from './merge-sides.ts';

const differing = (values: Partial<Record<FormField, readonly [unknown, unknown]>>) =>
  formFields('place').flatMap((field) => {
    const both = values[field.name];
    return both ? [{ field, values: both }] : [];
  });

describe('two files of one enterprise', () => {
  it('give what only the other one knows, but no street of another region', () => {
    const elsewhere = differing({
      regionCode: ['330110', '330108'],
      town: [null, '望潮街道'],
      businessAddress: [null, '浪花路 1 号'],
    });
    expect(sidesOf(elsewhere, 0)).toEqual({ regionCode: 0, town: 0, businessAddress: 1 });
    expect(sidesOf(differing({ town: [null, '望潮街道'] }), 0)).toEqual({ town: 1 });
  });

  it('give region and street together, whichever of them is chosen', () => {
    const sides = { regionCode: 0, town: 0, businessAddress: 0 } as const;
    expect(chosenSide(sides, 'town', 1)).toEqual({ regionCode: 1, town: 1, businessAddress: 0 });
    expect(chosenSide(sides, 'regionCode', 1)).toEqual({ regionCode: 1, town: 1, businessAddress: 0 });
    expect(chosenSide(sides, 'businessAddress', 1)).toEqual({ regionCode: 0, town: 0, businessAddress: 1 });
  });
});
