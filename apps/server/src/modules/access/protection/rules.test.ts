import { describe, expect, test } from 'vitest';
import { permitLabels } from '@anlan/contract/labels';
import { presetsOf } from '../roles/seed.ts';
import { dutyOf, dutyWords } from './rules.ts';

const dutiesOf = (held: readonly string[]) => [...new Set(held.flatMap((permit) => dutyOf(permit) ?? []))];

describe('S77 separation of the three administrator duties', () => {
  test.each(['0', '1'])('gives each preset administrator of tenant %s one duty', (id) => {
    const presets = presetsOf(id);
    expect(dutiesOf(presets['ROLE_SYSTEM_ADMIN']?.permits ?? [])).toEqual(['system']);
    expect(dutiesOf(presets['ROLE_SECURITY_ADMIN']?.permits ?? [])).toEqual(['security']);
    expect(presets['ROLE_AUDIT_ADMIN']?.permits).toEqual(['sys:log:index', 'sys:log:export']);
    expect(dutiesOf(presets['ROLE_AUDIT_ADMIN']?.permits ?? [])).toEqual(['audit']);
    for (const code of ['ROLE_SYSTEM_ADMIN', 'ROLE_SECURITY_ADMIN'])
      expect(presets[code]?.permits.filter((permit) => /^bus:(enterprise|station|notice):/.test(permit))).toEqual([]);
  });

  test('lets only the security administrator delegate permits', () => {
    for (const id of ['0', '1'])
      expect(
        Object.entries(presetsOf(id)).flatMap(([code, { permits: held }]) =>
          held.includes('sys:role:delegate') ? [code] : [],
        ),
      ).toEqual(['ROLE_SECURITY_ADMIN']);
  });

  test('leaves only the listed system permits outside the three duties', () => {
    const loose = Object.keys(permitLabels).filter((permit) => permit.startsWith('sys:') && dutyOf(permit) === null);
    expect(loose.toSorted()).toEqual(
      [
        // Permits outside the three duties. They only read data, or edit the calendar, which is a tenant setting.
        'sys:assessment:export',
        'sys:assessment:index',
        'sys:calendar:add',
        'sys:calendar:del',
        'sys:calendar:edit',
        'sys:calendar:export',
        'sys:calendar:index',
        'sys:dict:index',
        'sys:frame:index',
        'sys:menu:index',
        'sys:openapi:get',
        'sys:organ:index',
        'sys:region:index',
        'sys:reveal:phone',
        'sys:role:index',
        'sys:tenant:index',
        'sys:token:index',
        'sys:user:export',
        'sys:user:index',
      ].toSorted(),
    );
  });

  test.each([
    ['0', 'ROLE_ADMIN', 'platform'],
    ['1', 'ROLE_TENANT_ADMIN', 'regulator'],
  ])('lets the security administrator of tenant %s be appointed by %s', (id, code, type) => {
    const presets = presetsOf(id);
    const own = new Set<string>(presets[code]?.permits);
    const rest = Object.values(presets).filter(({ userType }) => userType === type);
    expect(rest.flatMap(({ permits: held }) => held.filter((permit) => !own.has(permit)))).toEqual([
      'sys:role:delegate',
    ]);
  });

  test('gives the preset role of regulators no duty permit', () => {
    expect(dutiesOf(presetsOf('1')['ROLE_REGULATOR']?.permits ?? [])).toEqual([]);
    expect(dutyWords(['audit', 'system'])).toBe('系统管理员和审计管理员');
  });
});
