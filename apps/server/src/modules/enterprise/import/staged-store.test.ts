// Finishes an import that the former program began: its rows are in a table.
import { buffer } from 'node:stream/consumers';
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { newId } from '#kernel/ids.ts';
import { createVault } from '#platform/vault/index.ts';
import { testMasterKey } from '../../../../testing/cluster.ts';
import { goodRow, textSheetOf } from '../../../../testing/import-file.ts';
import { openImportSetup } from '../../../../testing/import-setup.ts';

const setup = await openImportSetup();
const { upload, over, looked, confirm, query, count, rows } = setup;

/** A dry run as the former program left it: three good rows and one wrong row in the table, and no file. */
async function stagedRun() {
  const { id } = await looked([...rows(3), { ...goodRow(3), legalPerson: null }]);
  await query(`delete from file`);
  await setup.database.db.scoped(setup.scope, async (tx) => {
    const vault = await createVault({ db: setup.database.db, masterKey: testMasterKey }).of(tx);
    for (let at = 0; at < 4; at += 1) {
      const staged = newId();
      const place = { table: 'enterprise_import_row', column: 'phones_sealed', id: staged };
      const fields = {
        id: newId(),
        name: `测试企业第${at}号有限公司`,
        credit_code: String(goodRow(at).creditCode),
        region_code: '330106',
        registered_address: '示例路',
        industry_code: 'G54',
        supervision_kind: 'transport',
        legal_person: '王示例',
        safety_manager_name: '李示例',
        safety_manager_phone: '139****0001',
        hazard_features: ['dust'],
        profile_rate: 50,
        name_search: '',
      };
      const problem = {
        row: 5,
        column: '法定代表人',
        value: '',
        cause: '法定代表人不能为空',
        remedy: '请填写法定代表人',
      };
      await tx.client.query(
        `insert into enterprise_import_row (tenant_id, job_id, row_no, credit_code, cells, fields, problems, id, phones_sealed)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          setup.scope.tenantId,
          id,
          at + 2,
          fields.credit_code,
          JSON.stringify({ name: fields.name }),
          at < 3 ? JSON.stringify(fields) : null,
          JSON.stringify(at < 3 ? [] : [problem]),
          staged,
          vault.encrypt(place, JSON.stringify({ safetyManagerPhone: '13900000001' })),
        ],
      );
    }
  });
  const formerly = `params - 'resource' - 'enterpriseId' - 'problems' - 'unchanged' - 'towns'`;
  await query(`update job set params = ${formerly} where id = '${id}'`);
  return id;
}

test('confirms a dry run of the former program and shows its wrong rows', async () => {
  const jobId = await stagedRun();
  const { body } = await setup.imports.importErrors(setup.scope, { id: jobId });
  const { sheets } = await readXlsx(new Uint8Array(await buffer(body)));
  expect(sheets[0]?.rows.slice(1).map((row) => row.slice(-2))).toEqual([
    [5, '法定代表人：法定代表人不能为空。请填写法定代表人'],
  ]);
  expect(sheets[0]?.rows[1]).toContain('13900000001');
  expect(await confirm(jobId)).toMatchObject({ result: { inserted: 3, updated: 0, skipped: 0, failed: 1 } });
  expect(await count(`enterprise where safety_manager_phone = '139****0001' and hazard_features = '{dust}'`)).toBe(3);
});

test('finishes an import of which the former program wrote a part', async () => {
  const importId = await stagedRun();
  await setup.jobs.stop();
  await setup.start(false);
  const params = { importId, auditId: newId(), mode: 'rows', onDuplicate: 'skip', entryStatus: 'active', good: 3 };
  const part = { ...params, cursor: 2, inserted: 1, updated: 0, skipped: 0 };
  const kind = 'enterprise.importConfirm';
  const jobId = await setup.database.db.scoped(setup.scope, (tx) => setup.module.create(tx, { kind, params: part }));
  await setup.jobs.stop();
  await setup.start();
  expect(await over(jobId)).toMatchObject({ state: 'done', result: { inserted: 3, skipped: 0, failed: 1 } });
  expect(await count(`enterprise where status = 'active'`)).toBe(2);
});

test('checks a file that the former program has not checked', async () => {
  await setup.jobs.stop();
  await setup.start(false);
  const { jobId } = await upload(await textSheetOf(rows(2)));
  await query(`update job set params = params - 'resource' - 'enterpriseId' - 'problems' - 'unchanged'`);
  await setup.jobs.stop();
  await setup.start();
  expect((await over(jobId)).result).toMatchObject({ rows: 2, good: 2 });
});
