import { bulkActions } from '@anlan/contract/modules/enterprise/bulk';
import { enterpriseStatus, lifecycleSteps, type EnterpriseStatus } from '@anlan/contract/modules/enterprise/codes';
import { describe, expect, it } from 'vitest';
import {
  actName,
  changesOf,
  beforeOf,
  cheapestMissing,
  draftOf,
  fieldProblem,
  filledOf,
  formFields,
  isRegionKept,
  knownBeginning,
  nextExpiry,
  partings,
  sectionApplies,
  untold,
} from './rules.ts';

const dates = {
  licenceTo: null,
  standardTo: null,
  policyTo: null,
  transportLicenceTo: null,
  supervisionKind: 'transport',
};

describe('the next date that runs out', () => {
  it('is the earliest of the five, and none where none is known', () => {
    expect(nextExpiry(dates, '2026-11-21')).toBeNull();
    const next = nextExpiry({ ...dates, policyTo: '2027-01-01', standardTo: '2026-12-21' }, '2026-11-21');
    expect(next).toEqual({ item: 'standardTo', label: '标准化有效期', on: '2026-12-21', leftDays: 30, tone: 'soon' });
  });

  it('is gone from the day after, soon for thirty days, fine beyond', () => {
    const tone = (on: string) => nextExpiry({ ...dates, licenceTo: on }, '2026-11-21')?.tone;
    expect([tone('2026-11-20'), tone('2026-11-21'), tone('2026-12-22')]).toEqual(['gone', 'soon', 'fine']);
  });
});

describe('the timeline', () => {
  it('has a name for every step, for whatever is done with many, and for what an applicant does', () => {
    const acts = [...lifecycleSteps, ...Object.keys(bulkActions), 'apply', 'applyAgain', 'absorb', 'transfer'];
    acts.push('townRenamed', 'townRemoved');
    for (const act of acts) expect(actName(`enterprise.${act}`), act).not.toBe('变更');
  });
});

describe('the form of an enterprise', () => {
  it('offers every field that may be sent, and none that is computed', () => {
    const names = formFields('basic').map(({ name }) => name);
    expect(names).toContain('creditCode');
    expect(names).not.toContain('enterpriseCode');
    expect(names).not.toContain('aliasName');
  });

  it('shows 运输 to transport alone', () => {
    expect(sectionApplies('transport', { supervisionKind: 'transport' })).toBe(true);
    expect(sectionApplies('transport', { supervisionKind: 'mine' })).toBe(false);
    expect(sectionApplies('people', {})).toBe(true);
  });

  it('says what the server would say', () => {
    expect(fieldProblem('name', '')).toBe('企业名称不能为空');
    expect(fieldProblem('creditCode', undefined)).toBe('统一社会信用代码不能为空');
    expect(fieldProblem('creditCode', '91330108DEM000014X')).toContain('校验位');
    expect(fieldProblem('creditCode', '91330108DEM000014W')).toBeNull();
    expect(fieldProblem('safetyManagerPhone', '138****2210')).toBeNull();
    expect(fieldProblem('safetyManagerPhone', '1380000')).toBe('手机号码长度不为11位');
    expect(fieldProblem('headPhone', '')).toBeNull();
    expect(fieldProblem('headcount', -1)).toBe('不能小于 0');
  });

  it('sends only what changed; an emptied field clears', () => {
    const before = { name: '甲', shortName: '小甲', headcount: 5, carTypes: ['truck'] };
    const now = { name: '甲', shortName: '', headcount: 6, carTypes: ['truck'], town: undefined };
    expect(changesOf(before, now)).toEqual({ shortName: null, headcount: 6 });
    expect(filledOf({ name: '甲', town: '', headcount: 0 })).toEqual({ name: '甲', headcount: 0 });
  });

  it('keeps no phone in a draft', () => {
    expect(draftOf({ name: '甲', safetyManagerPhone: '13800002210', headPhone: '1' })).toEqual({ name: '甲' });
  });

  it('leaves the region alone past the first review, and of one’s own enterprise from the review on', () => {
    const kept = (isOwn: boolean) =>
      Object.keys(enterpriseStatus).filter((status) => isRegionKept(status as EnterpriseStatus, isOwn));
    expect(kept(false)).toEqual(['active', 'suspended']);
    expect(kept(true)).toEqual(['underReview', 'active', 'suspended']);
  });
});

describe('what others saved meanwhile', () => {
  const opened = { name: '甲', town: '望潮街道', email: null, headcount: 5 };

  it('is asked for where both changed one field, each otherwise; what only I changed stays mine', () => {
    const mine = { name: '乙', town: '云溪镇', email: 'a@b.cn', headcount: 7 };
    const { found, kept } = partings(mine, opened, { ...opened, name: '丙', town: '云溪镇', headcount: 5 });
    expect(found.map(({ field, mine: one, theirs }) => [field.label, one, theirs])).toEqual([['企业名称', '乙', '丙']]);
    expect(kept.map(({ label }) => label)).toEqual(['邮箱', '从业人数']);
  });

  it('is asked for where nobody knows what stood there', () => {
    const { found, kept } = partings({ name: '乙', town: '云溪镇' }, { town: '望潮街道' }, { ...opened });
    expect(found.map(({ field }) => field.name)).toEqual(['name']);
    expect(kept.map(({ name }) => name)).toEqual(['town']);
  });

  it('is known of a draft only where all of its fields are', () => {
    expect(beforeOf({ name: '乙' }, opened)).toEqual({ name: '甲' });
    expect(beforeOf({ name: '乙', shortName: '小乙' }, opened)).toBeUndefined();
  });

  it('may be a number with the same mask: the history tells, and without one it is asked for', () => {
    const phones = { headPhone: '138****2210', legalPhone: '139****0001' };
    const mine = { headPhone: '13811112210', legalPhone: '13900000009' };
    const names = untold(mine, phones, { ...phones, legalPhone: '139****0002' });
    expect(names).toEqual(['headPhone']);
    const since = new Date('2026-11-21T02:00:00Z');
    const told = (at: string, field: string) => ({ at: new Date(at), changes: [{ field, before: 1, after: 2 }] });
    const known = (history: Parameters<typeof knownBeginning>[2]) =>
      Object.keys(knownBeginning(phones, names, history, since));
    expect(known([told('2026-11-21T02:00:05Z', 'headPhone')])).toEqual(['legalPhone']);
    expect(known([told('2026-11-21T01:00:00Z', 'headPhone'), told('2026-11-21T02:00:05Z', 'legalPhone')])).toEqual([
      'headPhone',
      'legalPhone',
    ]);
    expect(known(null)).toEqual(['legalPhone']);
  });
});

describe('the three cheapest missing fields', () => {
  it('are required ones first, what is chosen before what is typed or scanned', () => {
    const missing = cheapestMissing({ supervisionKind: 'mine' });
    expect(missing).toHaveLength(3);
    expect(missing.every(({ required }) => required !== 'no')).toBe(true);
    expect(missing.some(({ type }) => type === 'file' || type === 'text')).toBe(false);
  });

  it('never name what the form cannot change', () => {
    const full = Object.fromEntries(
      ['basic', 'place', 'trade', 'people', 'safety', 'hazards'].flatMap((section) =>
        formFields(section as 'basic').map(({ name, list }) => [name, list ? ['x'] : '1']),
      ),
    );
    expect(cheapestMissing(full)).toEqual([]);
  });
});
