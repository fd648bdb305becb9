// Tests an import while another user changes streets and grids between dry run and write.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callNamed, dataOf, send, sendCall, type Answer } from '../../testing/client.ts';
import { openSetup, type Setup } from '../../testing/enterprises.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { goodRow, textSheetOf, type MadeRow } from '../../testing/import-file.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

let app: TestApp;
let tenant: TestTenant;
let setup: Setup;
beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app);
  setup = await openSetup(app, tenant);
});
afterAll(() => app.close());

interface Entry {
  changes: { field: string; before: unknown; after: unknown }[];
}
const region = (verb: string, input: Record<string, unknown>): Promise<Answer> =>
  sendCall(app, callNamed(app, `dictionary.region${verb}`), input, setup.as('admin'));
const added = async (parent: string, name: string) =>
  dataOf<{ code: string }>(await region('Create', { parent, name })).code;
const changesOf = async (id: string) =>
  dataOf<{ entries: Entry[] }>(await setup.call('timeline', { id })).entries[0]?.changes;
const read = async (id: string) =>
  dataOf<{ townCode: string | null; town: string | null }>(await setup.call('get', { id }));

async function over(jobId: string) {
  const job = async () =>
    dataOf<{ state: string; message: string }>(await send(app, 'GET', `/upms/job/${jobId}`, setup.as('regulator')));
  await expect.poll(async () => (await job()).state).toMatch(/done|failed|cancelled/);
  expect((await job()).state, (await job()).message).toBe('done');
  return jobId;
}
async function looked(rows: MadeRow[]) {
  const file = { name: 'a.xlsx', type: 'application/octet-stream', bytes: new Uint8Array(await textSheetOf(rows)) };
  const answer = await send(app, 'POST', '/bus/enterprise/import', { ...setup.as('regulator'), file });
  return over(dataOf<{ jobId: string }>(answer).jobId);
}
const confirm = async (jobId: string, more: object = {}) =>
  over(
    dataOf<{ jobId: string }>(
      await setup.call('importConfirm', { jobId, mode: 'rows', onDuplicate: 'update', entryStatus: '0', ...more }),
    ).jobId,
  );
const written = async (row: MadeRow) => {
  const [enterpriseRow] = await app.sql<{ id: string; town: string | null; town_code: string | null }>(
    `select id, town, town_code from enterprise where tenant_id = $1 and credit_code = $2`,
    [tenant.id, row.creditCode],
  );
  return enterpriseRow ?? { id: '', town: null, town_code: null };
};
const row = (index: number, town: string): MadeRow => ({ ...goodRow(index), regionCode: '330108', town });

test.each(['all', 'rows'])(
  'imports the current name of a street that was renamed or removed since the dry run (%s)',
  async (mode) => {
    const at = mode === 'all' ? 100 : 200;
    const [gone, renamed, unchangedStreet] = await Promise.all(
      ['将拆', '将改', '将留'].map((name) => added('330108', `${name}${mode}街道`)),
    );
    const grid = await added(unchangedStreet ?? '', '四网格');
    const rows = [
      row(at, `将拆${mode}街道`),
      row(at + 1, `将改${mode}街道`),
      row(at + 2, `将留${mode}街道四网格`),
      row(at + 3, `将留${mode}街道`),
      row(at + 4, '手写街道'),
    ];
    const jobId = await looked(rows);
    dataOf(await region('Remove', { code: gone }));
    dataOf(await region('Update', { code: renamed, version: 1, name: `改后${mode}街道` }));
    dataOf(await region('Remove', { code: grid }));
    await confirm(jobId, { mode });
    const enterpriseRows = await Promise.all(rows.map(written));
    expect(enterpriseRows.map(({ town, town_code }) => [town_code, town])).toEqual([
      [null, `将拆${mode}街道`],
      [renamed, `改后${mode}街道`],
      [unchangedStreet, `将留${mode}街道`],
      [unchangedStreet, `将留${mode}街道`],
      [null, '手写街道'],
    ]);
    const [, second] = enterpriseRows;
    expect(await changesOf(second?.id ?? '')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: 'town', before: null, after: `改后${mode}街道` }),
        expect.objectContaining({ field: 'townCode', before: null, after: renamed }),
      ]),
    );
  },
);

test('leaves the street of an existing enterprise when the imported name is the same', async () => {
  const street = await added('330108', '常在街道');
  const rows = [row(300, '常在街道'), row(301, '常在街道'), row(302, '常在街道')];
  await confirm(await looked(rows));
  const [first, second, third] = await Promise.all(rows.map(written));
  expect(first?.town_code).toBe(street);
  // A disabled street is not offered for new entries. An enterprise that is already in it stays there.
  dataOf(await region('Update', { code: street, version: 1, enabled: false }));
  await confirm(
    await looked([
      { ...row(300, '常在街道'), headcount: 77 },
      row(301, '别处'),
      { ...row(302, ''), regionCode: '330106' },
    ]),
  );
  expect([(await read(first?.id ?? '')).townCode, (await read(first?.id ?? '')).town]).toEqual([street, '常在街道']);
  expect((await changesOf(first?.id ?? ''))?.map(({ field }) => field)).toEqual(['headcount']);
  expect(await changesOf(second?.id ?? '')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ field: 'town', before: '常在街道', after: '别处' }),
      expect.objectContaining({ field: 'townCode', before: street, after: null }),
    ]),
  );
  // An enterprise that moves to another division leaves its street.
  expect(await changesOf(third?.id ?? '')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ field: 'town', before: '常在街道', after: null }),
      expect.objectContaining({ field: 'townCode', before: street, after: null }),
    ]),
  );
});
