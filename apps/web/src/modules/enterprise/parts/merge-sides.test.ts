import { describe, expect, it } from 'vitest';
import { enterpriseFieldRows, isFormField, type FormField } from '../rules.ts';
import { withSide, sidesOf } from './merge-sides.ts';

const differing = (values: Partial<Record<FormField, readonly [unknown, unknown]>>) =>
  enterpriseFieldRows.flatMap((field) => {
    const { name } = field;
    const both = isFormField(name) ? values[name] : undefined;
    return both && isFormField(name) ? [{ field: { ...field, name }, values: both }] : [];
  });

describe('merging two duplicate enterprises', () => {
  it('fills empty values from the enterprise to be closed, except a street in another region', () => {
    const elsewhere = differing({
      regionCode: ['330110', '330108'],
      town: [null, '望潮街道'],
      businessAddress: [null, '浪花路 1 号'],
    });
    expect(sidesOf(elsewhere, 0)).toEqual({ regionCode: 0, town: 0, businessAddress: 1 });
    expect(sidesOf(differing({ town: [null, '望潮街道'] }), 0)).toEqual({ town: 1 });
  });

  it('selects region and street from the same enterprise', () => {
    const sides = { regionCode: 0, town: 0, businessAddress: 0 } as const;
    expect(withSide(sides, 'town', 1)).toEqual({ regionCode: 1, town: 1, businessAddress: 0 });
    expect(withSide(sides, 'regionCode', 1)).toEqual({ regionCode: 1, town: 1, businessAddress: 0 });
    expect(withSide(sides, 'businessAddress', 1)).toEqual({ regionCode: 0, town: 0, businessAddress: 1 });
  });
});
