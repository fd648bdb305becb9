// Creates tenants with users of every kind and a few enterprises.
import { creditCodeBodyCheck, creditCodeCheckDigit } from '@anlan/contract/domain/credit-code';
import type { UserType } from '@anlan/contract/modules/session/session';
import { seedRoles } from '#modules/access/seed.ts';
import { columnsOf } from '#modules/enterprise/present.ts';
import { phonesAfter, encryptPhones } from '#modules/enterprise/encrypted-phones.ts';
import { generateEnterprises } from '#modules/enterprise/seed.ts';
import { encryptContacts } from '#modules/user/encrypted/rules.ts';
import { seedBindings } from '#modules/user/seed.ts';
import { dayOf } from '@anlan/contract/domain/instant';
import { newId } from '#kernel/ids.ts';
import { systemScope } from '#kernel/scope.ts';
import { insertAll } from '#platform/db/bulk-copy.ts';
import { hashPassword } from '#platform/password/index.ts';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';

export const password = 'Wǒ-shi-测试 2026+/=';

let hash: Promise<string> | null = null;
// Numbers tenants per test file, so that values generated from the number do not depend on earlier files.
const lastTenants = new Map<string, number>();
function nextTenant(): number {
  // A benchmark runs without a test file.
  const file = process.env['VITEST'] === undefined ? '' : (expect.getState().testPath ?? '');
  const next = (lastTenants.get(file) ?? 1000) + 1;
  lastTenants.set(file, next);
  return next;
}
let lastBody = 0;

export function freshCreditCode(): string {
  lastBody += 1;
  const body = `TE${String(lastBody).padStart(6, '0')}`;
  const first17 = `91330100${body}${creditCodeBodyCheck(body)}`;
  return first17 + creditCodeCheckDigit(first17);
}

export async function givePassword(app: TestApp) {
  const passwordHash = await (hash ??= hashPassword(password));
  // Makes the accounts older, because only older accounts may confirm actions alone (S100). The test clock is before
  // the day of the seed.
  await app.sql(
    `update app_user set password_hash = $1, demo = false, created_at = '2025-01-01'
     where tenant_id = '0' and password_hash is distinct from $1`,
    [passwordHash],
  );
}

const kinds = [
  ['admin', 'regulator', 'ROLE_TENANT_ADMIN', 0],
  ['regulator', 'regulator', 'ROLE_REGULATOR', 0],
  ['entadmin', 'enterprise', 'ROLE_ENT_ADMIN', 2],
  ['entstaff', 'enterprise', 'ROLE_ENT_STAFF', 1],
  ['shop', 'shop', 'ROLE_SHOP', 0],
  ['demo', 'regulator', 'ROLE_REGULATOR', 0],
  // The user `nobody` has no role.
  ['nobody', 'regulator', '', 0],
  ['security', 'regulator', 'ROLE_SECURITY_ADMIN', 0],
] as const satisfies (readonly [string, UserType, string, number])[];

export type Kind = (typeof kinds)[number][0];

const phoneOf = (tenantId: string, index: number) => `139${tenantId.padStart(6, '0')}${String(10 + index)}`;
export const phoneOfKind = (tenantId: string, kind: Kind): string =>
  phoneOf(
    tenantId,
    kinds.findIndex(([one]) => one === kind),
  );

export const setPhone = (app: TestApp, tenantId: string, userId: string, phone: string) =>
  app.db.scoped(systemScope('test', tenantId), async (tx) => {
    const { phone_sealed, phone_index } = encryptContacts(await app.vault.of(tx), userId, { phone });
    await tx.client.query('update app_user set phone_sealed = $2, phone_index = $3 where tenant_id = $4 and id = $1', [
      userId,
      phone_sealed,
      phone_index,
      tenantId,
    ]);
  });

const firmPhone = (tenantId: string, index: number, prefix: string) =>
  `${prefix}${tenantId.padStart(6, '0')}${String(10 + index)}`;

export const officers = [
  { name: '李检查', paperNo: '临0100-DEM018' },
  { name: '王检查', paperNo: '临0100-DEM019' },
];

/** Creates a tenant. Enterprises 0 and 1 belong to entadmin, enterprise 0 also to entstaff. The last two are drafts. */
export async function makeTenant(app: TestApp, { enterprises = 6 }: { enterprises?: number } = {}) {
  const number = nextTenant();
  const id = String(number);
  const mark = `租户${id}`;
  const passwordHash = await (hash ??= hashPassword(password));
  const now = app.clock.now();
  const organId = newId();
  const people = Object.fromEntries(kinds.map(([kind]) => [kind, newId()])) as Record<Kind, string>;
  const enterpriseIds: string[] = [];
  const creditCodes: string[] = [];
  await app.db.scoped(systemScope('test', id), async (tx) => {
    const vault = await app.vault.of(tx);
    await insertAll(tx, 'tenant', [{ tenant_id: id, name: `${mark}应急管理局`, status: 'active', created_at: now }]);
    const brand = { id, name: `${mark}应急管理局`, copy: null, icp: null, tec: null, logo: null };
    await insertAll(tx, 'brand', [{ ...brand, hosts: [`t${id}.example.com`], sort: Number(id) }]);
    await insertAll(tx, 'organ', [{ tenant_id: id, id: organId, parent_id: null, name: `${mark}机关`, sort: 0 }]);
    await insertAll(
      tx,
      'app_user',
      kinds.map(([kind, type], index) => ({
        tenant_id: id,
        id: people[kind],
        ...encryptContacts(vault, people[kind], { phone: phoneOf(id, index), email: null }),
        username: kind,
        nick_name: `${mark}${kind}`,
        type,
        password_hash: passwordHash,
        lock_flag: '0',
        demo: false,
        demo_mode: kind === 'demo',
        organ_id: organId,
        // The account is old enough to confirm another user's request (S100).
        created_at: new Date(now.getTime() - 60 * 86_400_000),
        updated_at: now,
        version: 1,
      })),
    );
    await seedRoles(
      tx,
      kinds.flatMap(([kind, , role]) => (role === '' ? [] : [{ userId: people[kind], role }])),
    );
    const rows: object[] = [];
    const provinces = new Set<string>();
    const made = generateEnterprises({ tenant: '1', count: enterprises, seed: number, today: dayOf(now) });
    for (const { hasLicence: _, officerIndex: __, parentIndex: ___, ...file } of made) {
      const enterpriseId = newId();
      provinces.add(`${file.regionCode.slice(0, 2)}0000`);
      const creditCode = freshCreditCode();
      const index = enterpriseIds.push(enterpriseId) - 1;
      creditCodes.push(creditCode);
      rows.push({
        ...columnsOf(file),
        ...encryptPhones(vault, enterpriseId, {
          ...phonesAfter(file),
          legalPhone: firmPhone(id, index, '137'),
          headPhone: firmPhone(id, index, '135'),
          safetyHeadPhone: firmPhone(id, index, '158'),
          safetyManagerPhone: firmPhone(id, index, '136'),
        }),
        tenant_id: id,
        id: enterpriseId,
        name: `${mark}${file.name}`,
        credit_code: creditCode,
        enterprise_code: `QY${id}-${index}`,
        status: index >= enterprises - 2 && enterprises > 4 ? 'draft' : 'active',
        chemicals: file.chemicals,
        licence: null,
        logo_url: null,
        authority_id: organId,
        officer_id: people.regulator,
        parent_id: null,
        version: 1,
        color_reasons: file.colorReasons,
      });
    }
    await insertAll(tx, 'enterprise', rows);
    await insertAll(
      tx,
      'officer',
      officers.map(({ name, paperNo }) => ({
        tenant_id: id,
        id: newId(),
        name,
        paper_no: paperNo,
        valid_from: '2020-01-01',
        valid_to: '2098-12-31',
        region_codes: [...provinces],
        created_at: now,
        updated_at: now,
      })),
    );
    await seedBindings(
      tx,
      kinds.flatMap(([kind, , , count]) =>
        enterpriseIds.slice(0, count).map((enterpriseId) => ({ userId: people[kind], enterpriseId })),
      ),
    );
  });
  return { id, mark, organId, people, enterpriseIds, creditCodes };
}

export type TestTenant = Awaited<ReturnType<typeof makeTenant>>;
