// Undo of an import of enterprises: within half an hour, by the same user. Changed and referenced rows stay.
import { expect, test } from 'vitest';
import { creditCodeAt, goodRow } from '../../../../testing/import-file.ts';
import { openImportSetup } from '../../../../testing/import-setup.ts';

const setup = await openImportSetup();
const { over, looked, confirm, query, count, rows } = setup;
const undo = async (id: string) => over((await setup.module.undo(setup.scope, { id })).jobId);

test.each(['rows', 'all'] as const)(
  'removes added enterprises and restores changed ones (mode %s)',
  async (mode) => {
    await confirm((await looked([goodRow(1), goodRow(2)])).id);
    const stored = `select name, headcount, head_phone, phones_sealed is not null as encrypted, safety_manager_index,
    hazard_features, town, profile_rate, status from enterprise where credit_code = '${creditCodeAt(1)}'`;
    const before = await query(stored);
    const changed = {
      ...goodRow(1),
      name: '新名称有限公司',
      headcount: 77,
      headPhone: '13700000000',
      hazardFeatures: '燃气使用',
    };
    const job = await confirm((await looked([changed, goodRow(2), ...rows(600, 10)])).id, {
      mode,
      onDuplicate: 'update',
      entryStatus: 'active',
    });
    expect(job).toMatchObject({ result: { inserted: 600, updated: 1, skipped: 1 } });
    expect(job.undoUntil).not.toBeNull();
    expect(await undo(job.id)).toMatchObject({ state: 'done', message: '已撤销：删除 600 家，恢复 1 家' });
    expect(await query(stored)).toEqual(before);
    expect(await count('enterprise where removed_at is null')).toBe(2);
    expect(
      await query(`select value from enterprise_tag t join enterprise e on e.id = t.enterprise_id
    where e.credit_code = '${creditCodeAt(1)}' and kind = 'hazardFeature' order by value`),
    ).toEqual([{ value: 'confinedSpace' }, { value: 'dust' }]);
    expect(await count('import_row')).toBe(2);
    // The same file can be imported again.
    expect((await confirm((await looked(rows(600, 10))).id)).result).toMatchObject({ inserted: 600 });
  },
  60_000,
);

test('keeps enterprises that were changed or got a child since the import', async () => {
  const job = await confirm((await looked(rows(4))).id);
  await query(`update enterprise set version = 2 where credit_code = '${creditCodeAt(0)}'`);
  await query(`update enterprise set parent_id = (select id from enterprise where credit_code = '${creditCodeAt(1)}'),
    version = 2 where credit_code = '${creditCodeAt(2)}'`);
  const ended = await undo(job.id);
  expect(ended.result).toMatchObject({ removed: 1, restored: 0, kept: 3 });
  expect(ended.message).toContain('测试企业第1号有限公司（已被下级企业引用）');
  expect(await count('enterprise where removed_at is null')).toBe(3);
});

test('undoes only with the permit and within half an hour', async () => {
  const job = await confirm((await looked(rows(2))).id);
  setup.acting = { ...setup.scope, permits: new Set() };
  expect(await undo(job.id)).toMatchObject({ state: 'failed', message: expect.stringContaining('权限已被收回') });
  expect(await count('enterprise where removed_at is null')).toBe(2);
  setup.acting = setup.scope;
  const late = await confirm((await looked(rows(2, 10))).id);
  setup.now = new Date(setup.now.getTime() + 31 * 60_000);
  await expect(setup.module.undo(setup.scope, { id: late.id })).rejects.toMatchObject({ code: 'invalid' });
});
