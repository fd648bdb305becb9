// Tests imports during which rights, divisions or enterprises change.
import { expect, test } from 'vitest';
import { divisionAndBelow } from '#kernel/regions.ts';
import type { Scope } from '#kernel/scope.ts';
import { regulatorScope } from '../../../../testing/database.ts';
import { creditCodeAt, goodRow } from '../../../../testing/import-file.ts';
import { openImportSetup } from '../../../../testing/import-setup.ts';

const setup = await openImportSetup();
const { looked, confirm, query, count, rows } = setup;

const reaching = (...codes: string[]): Scope =>
  regulatorScope(setup.scope.tenantId, setup.scope.userId ?? '', [...setup.scope.permits], codes.map(divisionAndBelow));
const placed = (index: number, regionCode: string) => ({ ...goodRow(index), regionCode });
/** Runs `happens` when the rights are checked for the `turn`-th time. */
const atTurn = (turn: number, happens: () => unknown) => {
  let checkCount = 0;
  setup.asked = async () => {
    checkCount += 1;
    if (checkCount === turn) await happens();
  };
};
const withdrawn = (): Scope => regulatorScope(setup.scope.tenantId, setup.scope.userId ?? '', []);

test.each(['rows', 'all'] as const)(
  'skips and counts enterprises that left the scope of the importer (%s)',
  async (mode) => {
    const wide = setup.scope;
    await confirm((await looked([placed(0, '330106')])).id);
    setup.scope = setup.acting = reaching('330106');
    const job = await looked([0, 5, 10].map((index) => placed(index, '330106')));
    expect(job.result).toMatchObject({ good: 3, duplicates: 1 });
    setup.scope = setup.acting = wide;
    await query(`update enterprise set region_code = '330212'`);
    await confirm((await looked([placed(5, '330212')])).id);
    setup.scope = setup.acting = reaching('330106');
    expect(await confirm(job.id, { mode, onDuplicate: 'stop' })).toMatchObject({
      state: 'failed',
      message: '第 2、3 行的企业在您所辖区域以外，没有继续导入',
    });
    expect(await confirm(job.id, { mode, onDuplicate: 'update' })).toMatchObject({
      state: 'done',
      message: '新增 1 家，更新 0 家，跳过 2 行（其中 2 行的企业在您所辖区域以外）',
      result: { inserted: 1, updated: 0, skipped: 2, failed: 0 },
    });
    setup.scope = wide;
    expect(await query('select region_code as code, version from enterprise order by credit_code')).toEqual([
      { code: '330212', version: 1 },
      { code: '330212', version: 1 },
      { code: '330106', version: 1 },
    ]);
  },
);

test.each([
  ['rows', 'the right', withdrawn, '权限已被收回，任务已停止，此前已写入 1000 家', 1000],
  ['all', 'the right', withdrawn, '权限已被收回，任务已停止，没有写入任何企业', 0],
  ['rows', 'the account', (): Scope | null => null, '账号已停用，任务已停止', 1000],
  ['all', 'the account', (): Scope | null => null, '账号已停用，任务已停止', 0],
  ['all', 'a division', () => reaching('330106'), '权限已被收回，任务已停止，没有写入任何企业', 0],
] as const)('S12 S35 %s: writes no further batch after %s is withdrawn', async (mode, _, left, message, written) => {
  const job = await looked(rows(1600));
  atTurn(4, () => (setup.acting = left()));
  expect(await confirm(job.id, { mode, entryStatus: 'active' })).toMatchObject({ state: 'failed', message });
  expect(await count('enterprise')).toBe(written);
  // After the right is granted again, a second confirmation imports the remaining rows.
  setup.asked = async () => {};
  setup.acting = setup.scope;
  expect((await confirm(job.id, { mode })).result).toMatchObject({ inserted: 1600 - written, skipped: written });
});

test('mode rows: writes nothing in regions withdrawn from the importer', async () => {
  const wide = setup.scope;
  const job = await looked(Array.from({ length: 600 }, (_, at) => placed(at, at < 550 ? '330106' : '330212')));
  atTurn(3, () => (setup.acting = reaching('330106')));
  expect(await confirm(job.id)).toMatchObject({
    state: 'done',
    message: '新增 550 家，更新 0 家，跳过 50 行（其中 50 行的企业在您所辖区域以外）',
  });
  setup.scope = wide;
  expect(await count(`enterprise where region_code = '330212'`)).toBe(0);
});

test('skips an enterprise that another user inserted during the import', async () => {
  const job = await looked(rows(3));
  const [entered, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const other = setup.database.db.scoped(setup.scope, async (tx) => {
    await tx.client.query(
      `insert into enterprise (tenant_id, id, name, credit_code, enterprise_code, supervision_kind, region_code,
         registered_address, industry_code, legal_person, safety_manager_name, safety_manager_phone, status, source,
         created_at, updated_at)
       values ($1, gen_random_uuid(), '同时录入', $2, 'QY1', 'emergency', '330108', '江滨路', 'C26', '沈安然', '周明舟',
         '139****5678', 'draft', 'regulator', now(), now())`,
      [setup.scope.tenantId, creditCodeAt(1)],
    );
    entered.resolve();
    await held.promise;
  });
  await entered.promise;
  const confirmed = confirm(job.id);
  await expect.poll(() => count('pg_locks where not granted')).toBeGreaterThan(0);
  held.resolve();
  await other;
  expect((await confirmed).result).toMatchObject({ inserted: 2, skipped: 1 });
});
