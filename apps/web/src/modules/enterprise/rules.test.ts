import { bulkActions } from '@anlan/contract/modules/enterprise/bulk-actions';
import { enterpriseStatus, lifecycleSteps } from '@anlan/contract/modules/enterprise/codes';
import { isRequiredForProfile } from '@anlan/contract/modules/enterprise/profile-rate';
import { describe, expect, it } from 'vitest';
import {
  actName,
  cheapestMissing,
  enterpriseFieldRows,
  isFormField,
  isRegionKept,
  nextExpiry,
  sectionApplies,
} from './rules.ts';

const dates = {
  licenceTo: null,
  standardTo: null,
  policyTo: null,
  transportLicenceTo: null,
  supervisionKind: 'transport',
};

describe('the next expiry date of an enterprise', () => {
  it('is the earliest date, or null when no date is set', () => {
    expect(nextExpiry(dates, '2026-11-21')).toBeNull();
    const next = nextExpiry({ ...dates, policyTo: '2027-01-01', standardTo: '2026-12-21' }, '2026-11-21');
    expect(next).toEqual({ item: 'standardTo', label: '标准化有效期', on: '2026-12-21', leftDays: 30, tone: 'soon' });
  });

  it('is expired after its last day, and near in the thirty days before', () => {
    const tone = (on: string) => nextExpiry({ ...dates, licenceTo: on }, '2026-11-21')?.tone;
    expect([tone('2026-11-20'), tone('2026-11-21'), tone('2026-12-22')]).toEqual(['gone', 'soon', 'fine']);
  });
});

describe('the timeline of an enterprise', () => {
  it('has a name for every status change, every bulk action and every applicant action', () => {
    const acts = [...lifecycleSteps, ...Object.keys(bulkActions), 'apply', 'applyAgain', 'absorb', 'transfer'];
    acts.push('townRenamed', 'townRemoved');
    for (const act of acts) expect(actName(`enterprise.${act}`), act).not.toBe('变更');
  });
});

describe('the form of an enterprise', () => {
  it('shows the section 运输 only for transport enterprises', () => {
    expect(sectionApplies('运输', { supervisionKind: 'transport' })).toBe(true);
    expect(sectionApplies('运输', { supervisionKind: 'mine' })).toBe(false);
    expect(sectionApplies('人员', {})).toBe(true);
  });

  it('locks the region of an active or suspended enterprise', () => {
    const listLockedStates = (isOwn: boolean) =>
      Object.keys(enterpriseStatus).filter((status) => isRegionKept(status, isOwn));
    expect(listLockedStates(false)).toEqual(['active', 'suspended']);
    expect(listLockedStates(true)).toEqual(['underReview', 'active', 'suspended']);
  });
});

describe('the missing fields that are easiest to fill in', () => {
  it('are required fields that need neither text nor files', () => {
    const missing = cheapestMissing({ supervisionKind: 'mine' });
    expect(missing).toHaveLength(3);
    expect(missing.every(({ name }) => isRequiredForProfile(name))).toBe(true);
    expect(missing.some(({ kind }) => kind === 'json' || kind === 'text')).toBe(false);
  });

  it('do not include fields that the form cannot change', () => {
    const full = Object.fromEntries(
      enterpriseFieldRows
        .filter(({ name, when }) => isFormField(name) && !when)
        .map(({ name, kind }) => [name, kind === 'codes' ? ['x'] : '1']),
    );
    expect(cheapestMissing(full)).toEqual([]);
  });
});
