// Tests the kit with a resource that has every kind of field: stored values are read back unchanged, and only
// declared state changes succeed.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Change } from '@anlan/contract/domain/field-change';
import type { Move } from '@anlan/contract/kit/state-machine';
import { createAuditModule, createLookups } from '#modules/audit/index.ts';
import { createDictionaryModule } from '#modules/dictionary/index.ts';
import { AppError } from '#kernel/errors.ts';
import { enterpriseRange, mintScope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { createSampleTable, sample } from '../../testing/sample-resource.ts';
import { freshCreditCode, makeTenant, type TestTenant } from '../../testing/tenants.ts';
import { openResource } from './service.ts';

const all = [
  'bus:station:index',
  'bus:station:add',
  'bus:station:edit',
  'bus:station:del',
  'bus:station:export',
] as const;
let app: TestApp;
let tenant: TestTenant;
let samples: ReturnType<typeof open>;
function open() {
  const { db, clock, vault } = app;
  const named = (prefix: string) => {
    const read = async (_tx: Tx, ids: readonly string[]) =>
      new Map(ids.filter((id) => !id.endsWith('000000')).map((id) => [id, { name: `${prefix}${id.slice(-4)}` }]));
    return { read, lock: read };
  };
  const audit = createAuditModule({ db });
  const kit = {
    db,
    clock,
    vault,
    audit,
    lookups: createLookups({ clock, audit }),
    dictionaries: createDictionaryModule({ db }),
    files: {
      attach: () => Promise.resolve(true),
      detach: () => Promise.resolve(),
      open: () => Promise.reject(new Error('no files here')),
    },
    references: { enterprise: named('企业'), user: named('人员') },
  };
  return openResource(sample, kit, {
    compute: async (_tx, rows) => new Map(rows.map(({ id }) => [id, { age: 7 }])),
    mayMove: (move, row, scope) => move !== 'cancel' || scope.userType === 'regulator' || row['checks'] === null,
  });
}
beforeAll(async () => {
  app = await openTestApp();
  await createSampleTable(app);
  tenant = await makeTenant(app);
  samples = open();
}, 120_000);
afterAll(() => app.close());

const scope = (permits: readonly (typeof all)[number][] = all, enterpriseId: string | null = null) =>
  mintScope({
    tenantId: tenant.id,
    userId: tenant.people.regulator,
    userName: '林知远',
    userType: enterpriseId === null ? 'regulator' : 'enterprise',
    enterpriseId,
    ...enterpriseRange(enterpriseId === null ? 'regulator' : 'enterprise', enterpriseId, 'all'),
    permits: new Set(permits),
  });
let made = 0;
const whole = () => ({
  enterpriseId: tenant.enterpriseIds[0],
  code: `S-${String((made += 1)).padStart(4, '0')}`,
  name: `样品${made}`,
  remark: '第一行\n第二行',
  content: '<p>正文</p>',
  pieces: 12,
  weight: 1.25,
  price: 9_900_000_001,
  fragile: true,
  madeOn: '2026-02-28',
  seenAt: new Date('2026-03-01T08:00:00Z'),
  kind: 'passenger',
  features: ['dust'],
  colour: 'blue' as const,
  keeperId: tenant.people.entadmin,
  regionCode: '330108',
  industryCode: 'G54',
  keeperPhone: '13912345678',
  maker: freshCreditCode(),
  photos: [{ id: tenant.people.admin, name: '照片.jpg' }],
  size: { width: 2.5 },
  hint: '不保存',
});

test('returns the stored value of every kind of field unchanged', async () => {
  const input = whole();
  const { id } = await samples.create(scope(), input);
  const { hint: _, ...stored } = input;
  const row = await samples.get(scope(), { id });
  expect(row).toMatchObject({
    ...stored,
    keeperPhone: '139****5678',
    keeperName: `人员${tenant.people.entadmin.slice(-4)}`,
    regionName: '浙江省 / 杭州市 / 滨江区',
    status: 'planned',
    checks: null,
    age: 7,
    abilities: ['update', 'remove', 'start', 'cancel'],
  });
  expect(row).not.toHaveProperty('hint');
  const [written] = await app.sql<{ call: string; changes: Change[] }>(
    'select call, changes from audit where object_id = $1',
    [id],
  );
  expect(written?.changes.map(({ field }) => field)).toEqual(
    Object.keys(sample.fields).filter((key) => !['enterpriseId', 'checks', 'age', 'hint'].includes(key)),
  );
  expect(JSON.stringify(written)).not.toContain('13912345678');
  const plain = { pieces: null, features: ['dust'], size: { width: 2.5 }, madeOn: '2026-02-28', price: 1 };
  await samples.update(scope(), { id, version: 1, ...plain });
  const [, changed] = await app.sql<{ changes: Change[] }>(
    'select changes from audit where object_id = $1 order by id',
    [id],
  );
  expect(changed?.changes).toEqual([
    { field: 'pieces', before: 12, after: null },
    { field: 'price', before: 9_900_000_001, after: 1 },
  ]);
});

test('filters rows by a range, several dictionary codes, a division with subdivisions, and a boolean', async () => {
  const { id } = await samples.create(scope(), { ...whole(), madeOn: '2026-05-05', regionCode: '330205' });
  const idsWhere = async (filter: Parameters<typeof samples.page>[1]['filter']) =>
    (await samples.page(scope(), { filter, sort: [], page: 1, size: 100 })).rows.map((row) => row.id);
  for (const filter of [
    { madeOnFrom: '2026-05-05', madeOnTo: '2026-05-05' },
    { regionCode: ['3302'] },
    { features: ['dust', 'none'], madeOnFrom: '2026-05-01' },
    { colour: ['blue' as const], fragile: true },
  ])
    expect(await idsWhere(filter), JSON.stringify(filter)).toContain(id);
  for (const filter of [
    { madeOnTo: '2026-05-04' },
    { regionCode: ['3301'] },
    { features: ['none'] },
    { fragile: false },
  ])
    expect(await idsWhere(filter), JSON.stringify(filter)).not.toContain(id);
});

test('reports all unknown dictionary codes and references together, each at its field', async () => {
  const nobody = '01a00000-0000-7000-8000-000000000000';
  const wrong = {
    kind: 'spaceport',
    features: ['dust', 'magic'],
    regionCode: '999999',
    keeperId: nobody,
    industryCode: 'Z99',
  };
  const refusal = await samples.create(scope(), { ...whole(), ...wrong }).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'invalid' });
  const { errors } = (refusal as AppError).data as { errors: { field: string }[] };
  expect(errors.map(({ field }) => field).sort()).toEqual(Object.keys(wrong).sort());
});

type MoveName = 'start' | 'check' | 'end' | 'cancel';
const moveInputs = { start: {}, check: { checks: 1 }, end: {}, cancel: { reason: '不再需要' } };

test('allows state changes of a row only as declared for states and permits', async () => {
  const step = fc.tuple(
    fc.constantFrom<MoveName>('start', 'check', 'end', 'cancel'),
    fc.constantFrom('all', 'noEdit', 'staff'),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const { id } = await samples.create(scope(), whole());
      let [state, version, checks] = ['planned', 1, null as number | null];
      const expected = [{ move: 'create', from: null, to: 'planned', note: null }] as object[];
      for (const [move, who] of steps) {
        const permits = who === 'noEdit' ? all.filter((one) => one !== 'bus:station:edit') : all;
        const by = scope(permits, who === 'staff' ? tenant.enterpriseIds[0] : null);
        const { from, to, permit = 'edit' }: Move = sample.states?.moves[move] ?? { from: [], label: '' };
        const may =
          from.includes(state) &&
          permits.some((one) => one === `bus:station:${permit}`) &&
          (move !== 'cancel' || who !== 'staff' || checks === null);
        const offered = (await samples.get(by, { id })).abilities.includes(move);
        expect(offered).toBe(may);
        const take = samples[move] as (scope: unknown, input: object) => Promise<{ version: number }>;
        const outcome = await take(by, { id, version, ...moveInputs[move] }).catch((error: unknown) => error);
        if (!may) {
          expect(outcome).toBeInstanceOf(AppError);
          continue;
        }
        version += 1;
        expect(outcome).toEqual({ id, version });
        expected.push({ move, from: state, to: to ?? state, note: move === 'cancel' ? '不再需要' : null });
        state = to ?? state;
        if (move === 'check') checks = 1;
      }
      expect((await samples.get(scope(), { id })).status).toBe(state);
      const history = await samples.history(scope(), { id });
      expect(history.map(({ move, from, to, note }) => ({ move, from, to, note }))).toEqual(expected);
    }),
    { numRuns: 15 },
  );
});

test('lets one of two concurrent state changes of a row succeed', async () => {
  const { id } = await samples.create(scope(), whole());
  const both = await Promise.allSettled([
    samples.start(scope(), { id, version: 1 }),
    samples.cancel(scope(), { id, version: 1, reason: '重复' }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const lost = both.find((one) => one.status === 'rejected');
  expect(lost?.reason).toMatchObject({ code: 'conflict', data: { current: { id, version: 2 } } });
  expect(await samples.history(scope(), { id })).toHaveLength(2);
});

test('refuses a state change from a wrong state with a message', async () => {
  const { id } = await samples.create(scope(), whole());
  await expect(samples.end(scope(), { id, version: 1 })).rejects.toThrow('样品现在是“planned”，不能结束');
  const elsewhere = scope(all, tenant.enterpriseIds[1]);
  await expect(samples.history(elsewhere, { id })).rejects.toMatchObject({ code: 'notFound' });
});
