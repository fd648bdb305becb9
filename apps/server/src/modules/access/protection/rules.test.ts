import { describe, expect, test } from 'vitest';
import { permitLabels } from '@anlan/contract/labels';
import { presetsOf } from '../roles/seed.ts';
import { dutyOf, dutyWords } from './rules.ts';

const dutiesOf = (held: readonly string[]) => [...new Set(held.flatMap((permit) => dutyOf(permit) ?? []))];

describe('S77 three administrations', () => {
  test.each(['0', '1'])(
    'each of the three that come with tenant %s runs one of them, and nothing of the daily work',
    (id) => {
      const presets = presetsOf(id);
      expect(dutiesOf(presets['ROLE_SYSTEM_ADMIN']?.permits ?? [])).toEqual(['system']);
      expect(dutiesOf(presets['ROLE_SECURITY_ADMIN']?.permits ?? [])).toEqual(['security']);
      expect(presets['ROLE_AUDIT_ADMIN']?.permits).toEqual(['sys:log:index', 'sys:log:export']);
      expect(dutiesOf(presets['ROLE_AUDIT_ADMIN']?.permits ?? [])).toEqual(['audit']);
      for (const code of ['ROLE_SYSTEM_ADMIN', 'ROLE_SECURITY_ADMIN'])
        expect(presets[code]?.permits.filter((permit) => /^bus:(enterprise|station|notice):/.test(permit))).toEqual([]);
    },
  );

  test('standing in for others belongs to the security administrator alone', () => {
    for (const id of ['0', '1'])
      expect(
        Object.entries(presetsOf(id)).flatMap(([code, { permits: held }]) =>
          held.includes('sys:role:delegate') ? [code] : [],
        ),
      ).toEqual(['ROLE_SECURITY_ADMIN']);
  });

  test('every permit that changes accounts, settings, rights or the log belongs to one of the three', () => {
    const loose = Object.keys(permitLabels).filter((permit) => permit.startsWith('sys:') && dutyOf(permit) === null);
    expect(loose.toSorted()).toEqual(
      [
        // Reading lists, looking and taking along.
        // Days off, as a tenant works.
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
  ])(
    'the first security administrator of tenant %s can be appointed: %s holds whatever the others do',
    (id, code, type) => {
      const presets = presetsOf(id);
      const own = new Set<string>(presets[code]?.permits);
      const rest = Object.values(presets).filter(({ userType }) => userType === type);
      expect(rest.flatMap(({ permits: held }) => held.filter((permit) => !own.has(permit)))).toEqual([
        'sys:role:delegate',
      ]);
    },
  );

  test('the roles that everybody else works with run none of them', () => {
    expect(dutiesOf(presetsOf('1')['ROLE_REGULATOR']?.permits ?? [])).toEqual([]);
    expect(dutyWords(['audit', 'system'])).toBe('系统管理员和审计管理员');
  });
});
