// Tests enterprises that another program inserts by SQL: they are at once in lists, filters and sums (CA-13).
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enterpriseFieldSpecs } from '@anlan/contract/modules/enterprise/fields';
import { profileRate, type ProfileFile } from '@anlan/contract/modules/enterprise/profile-rate';
import { callNamed, dataOf, sendCall, signIn } from '../../../../testing/client.ts';
import { openTestApp, type TestApp } from '../../../../testing/app.ts';
import { freshCreditCode, makeTenant, type TestTenant } from '../../../../testing/tenants.ts';
import { generateEnterprises } from '../seed.ts';
import { columnsOf, enterpriseFieldNames } from '../present.ts';

let app: TestApp;
let tenant: TestTenant;
let token = '';
beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app);
  token = (await signIn(app, tenant, 'regulator')).access_token;
});
afterAll(() => app.close());

let serial = 0;
function bare(more: Record<string, unknown> = {}) {
  serial += 1;
  return {
    tenant_id: tenant.id,
    id: crypto.randomUUID(),
    name: `外来企业${serial}有限公司`,
    credit_code: freshCreditCode(),
    enterprise_code: `WL-${serial}`,
    supervision_kind: 'fire',
    region_code: '330108',
    registered_address: '江滨路 1 号',
    industry_code: 'C26',
    legal_person: '沈安然',
    safety_manager_name: '周明舟',
    safety_manager_phone: '139****5678',
    status: 'active',
    source: 'import',
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    ...more,
  };
}
/** Inserts rows by SQL. Missing columns get their defaults. */
async function load(rows: Record<string, unknown>[]) {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  return app.sql<Record<string, unknown>>(
    `insert into enterprise (${columns}) select ${columns} from json_populate_recordset(null::enterprise, $1) returning *`,
    [JSON.stringify(rows)],
  );
}
const total = async (filter: Record<string, unknown> = {}) =>
  dataOf<{ total: number }>(await sendCall(app, callNamed(app, 'enterprise.page'), filter, { token })).total;

describe('CA-13 enterprises inserted by another program', () => {
  test('are in the list and in the sums at once', async () => {
    const before = { all: await total(), fire: await total({ supervisionKind: 'fire', status: '2' }) };
    const rows = Array.from({ length: 600 }, (_, n) =>
      bare({
        hazard_features: n % 3 === 0 ? ['dust', 'gas'] : [],
        labels: n % 5 === 0 ? ['keySupervision'] : null,
        color: n % 2 === 0 ? 'red' : 'blue',
        enterprise_size: n % 4 === 0 ? null : 'micro',
      }),
    );
    await load(rows);
    expect(await total()).toBe(before.all + 600);
    expect(await total({ supervisionKind: 'fire', status: '2' })).toBe(before.fire + 600);
    expect(await total({ name: '外来企业' })).toBe(600);
    expect(await total({ name: '外来企业', hazardFeature: 'dust' })).toBe(200);
    expect(await total({ name: '外来企业', label: 'keySupervision' })).toBe(120);
    expect(await total({ name: '外来企业', enterpriseSize: 'micro', color: '1' })).toBe(150);
    app.clock.pass(6);
    const home = dataOf<{ supervised: { value: number } }>(
      await sendCall(app, callNamed(app, 'enterprise.indexStatistics'), {}, { token }),
    );
    expect(home.supervised.value).toBe(await total({ status: ['2', '3'] }));
    const [file] = dataOf<{ records: { profileRate: number; safetyManagerPhone: string }[] }>(
      await sendCall(app, callNamed(app, 'enterprise.page'), { name: '外来企业', size: 1 }, { token }),
    ).records;
    expect(file).toMatchObject({ safetyManagerPhone: '139****5678' });
    expect(file?.profileRate).toBeGreaterThan(15);
  });

  test('have the same completeness as the contract computes', async () => {
    const [made] = [...generateEnterprises({ tenant: '2', count: 1, seed: 7, today: '2026-03-02' })];
    if (!made) throw new Error('nothing generated');
    const { hasLicence: _, officerIndex: __, parentIndex: ___, ...file } = made;
    const parent = tenant.enterpriseIds[0];
    const full = {
      ...columnsOf(file),
      chemicals: [{ name: '甲醇', cas: null, maxTonnes: 1 }],
      short_name: '外来',
      alias_name: '外',
      town: '江滨街道',
      industry_class: '2614',
      licence: '/upms/file/1',
      parent_id: parent,
      authority_id: tenant.organId,
      officer_id: tenant.people.regulator,
      legal_phone: '139****0001',
      head_phone: '139****0002',
      safety_head_phone: '139****0003',
      high_risk_kinds: ['transport'],
      permit_kinds: ['hotWork'],
      car_types: ['truck'],
    };
    const spared = new Set(Object.keys(bare()));
    const optional = Object.keys(full).filter((column) => !spared.has(column) && !(column in { color: 0, labels: 0 }));
    const counted = new Set(Object.keys(enterpriseFieldSpecs));
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(optional),
        fc.constantFrom('transport', 'fire'),
        fc.constantFrom(null, '', '  ', [], '{}'),
        async (presentColumns, supervision_kind, empty) => {
          const givenValues = Object.fromEntries(presentColumns.map((column) => [column, Reflect.get(full, column)]));
          const blanks = {
            business_scope: typeof empty === 'string' && empty !== '{}' ? empty : null,
            hazard_features: Array.isArray(empty) ? [] : null,
            permit_kinds: empty === '{}' ? [] : null,
          };
          const [row = {}] = await load([bare({ ...blanks, ...givenValues, profile_rate: 0, supervision_kind })]);
          const profileFile: ProfileFile = Object.fromEntries(
            // Add 系统简称: it counts for completeness, although no form sends it.
            [...enterpriseFieldNames, ['aliasName', 'alias_name'] as const]
              .filter(([field]) => counted.has(field))
              .map(([field, column]) => [field, row[column] ?? null]),
          );
          expect(row['profile_rate']).toBe(profileRate(profileFile));
        },
      ),
      { numRuns: 60 },
    );
  });

  test('are refused with invalid values or unencrypted phone numbers (S78)', async () => {
    for (const wrong of [
      { enterprise_size: '微型' },
      { standard_level: '3' },
      { inherent_color: '1' },
      { chemicals: { name: '甲醇' } },
      { chemicals: [{ name: '甲醇' }] },
      { safety_manager_phone: '13912345678' },
    ])
      await expect(load([bare(wrong)]), JSON.stringify(wrong)).rejects.toThrow(/violates check constraint/);
    expect(await total({ name: '外来企业', size: 100 })).toBeGreaterThan(0);
  });
});
