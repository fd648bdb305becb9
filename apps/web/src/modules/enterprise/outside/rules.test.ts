import { describe, expect, it } from 'vitest';
import { mergeApplication, emptyTyped, type Typed } from './rules.ts';

describe('merging changes of the authority into an edited application', () => {
  const opened: Typed = { ...emptyTyped, name: '甲', legalPerson: '沈安然', regionCode: '330108', version: '3' };

  it('takes the newer server values and preserves typed values', () => {
    const typed = { ...opened, legalPerson: '沈安宁', headName: '周明舟', phone: '13700010001' };
    const theirs = {
      ...opened,
      name: '乙',
      legalPerson: '陆远山',
      regionCode: '330106',
      regionName: '西湖区',
      version: '4',
    };
    const { typed: together, faults } = mergeApplication(opened, typed, theirs);
    expect(together).toEqual({ ...typed, name: '乙', regionCode: '330106', regionName: '西湖区', version: '4' });
    expect(faults).toEqual({
      name: '监管部门修改了这一项，请核对',
      regionCode: '监管部门修改了这一项，请核对',
      legalPerson: '监管部门已改为“陆远山”，您填写的仍保留，请核对',
    });
  });

  it('reports no conflict when both values are equal or the applicant changed nothing', () => {
    const same = { ...opened, name: '乙', version: '4' };
    expect(mergeApplication(opened, { ...opened, name: '乙' }, same)).toEqual({ typed: same, faults: {} });
    expect(mergeApplication(opened, opened, { ...opened, version: '4' }).faults).toEqual({});
  });

  it('names a region in a conflict', () => {
    const typed = { ...opened, regionCode: '330110', regionName: '余杭区', name: '丙' };
    const theirs = { ...opened, regionCode: '330106', regionName: '西湖区', name: '' };
    const { typed: together, faults } = mergeApplication(opened, typed, theirs);
    expect(together).toMatchObject({ regionCode: '330110', regionName: '余杭区' });
    expect(faults).toEqual({
      regionCode: '监管部门已改为“西湖区”，您填写的仍保留，请核对',
      name: '监管部门也修改了这一项，您填写的仍保留，请核对',
    });
  });
});
