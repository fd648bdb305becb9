// A monthly report from draft to accepted correction. Each submission creates a version.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReportSheet } from '@anlan/contract/modules/report/views';
import { callNamed, dataOf, sendCall, trySignIn, type Answer } from '../../../testing/client.ts';
import {
  copiedFile,
  declaredNamed,
  newRow,
  openPeople,
  waitingFile,
  type People,
} from '../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { makePeople } from '../../../testing/staff.ts';
import type { Kind } from '../../../testing/tenants.ts';

let app: TestApp;
let people: People;
let head = '';
let headUser = '';
const tokenOf = ({ json }: Answer) => (json as { access_token: string }).access_token;
const call = (name: string, input: Record<string, unknown>, who: Kind = 'entadmin') => people.call(name, input, who);
const asHead = (name: string, input: Record<string, unknown>) =>
  sendCall(app, callNamed(app, name), input, { token: head });
const sheet = async (id: string) => dataOf<ReportSheet>(await call('report.sheet', { id }));
const words = {
  mainWork: '换季保养',
  problems: '照明不足',
  nextPlan: '应急演练',
};

beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
  const [one] = await makePeople(app, people.home, [
    { postKind: 'head', name: '周明舟', account: { username: 'chief', role: 'ROLE_ENT_ADMIN' } },
  ]);
  headUser = one?.userId ?? '';
  head = tokenOf(await trySignIn(app, people.home.id, 'chief' as Kind));
}, 120_000);
afterAll(() => app.close());

async function signature(of?: { id: string }) {
  const file = of
    ? await copiedFile(app, people.home, of, 'entadmin')
    : await waitingFile(app, people.home, 'evidence', 'entadmin');
  await app.sql('update file set owner_id = $2, enterprise_id = $3 where id = $1', [
    file.id,
    headUser,
    people.home.enterpriseIds[0],
  ]);
  return file;
}
const begin = async (more: Record<string, unknown>) =>
  dataOf<{ id: string; version: number }>(
    await call('report.create', { enterpriseId: people.home.enterpriseIds[0], ...words, ...more }),
  );
async function send(id: string, more: Record<string, unknown> = {}) {
  const { report, seen } = await sheet(id);
  return asHead('report.send', { id, version: report.version, seen, signature: await signature(), ...more });
}

test('RT-25 fills in, signs, returns, resubmits and accepts a monthly report', async () => {
  const { id } = await begin({ period: '2026-01' });
  const first = await sheet(id);
  expect(first).toMatchObject({ frozen: false, editions: [], report: { title: '2026 年 1 月安全月报', status: '0' } });
  const whoElse = await call(
    'report.send',
    { id, version: 1, seen: first.seen, signature: await signature() },
    'entstaff',
  );
  expect(whoElse.status).toBe(403);
  expect((await send(id)).status).toBe(200);
  const sent = await sheet(id);
  expect(sent).toMatchObject({ frozen: true, report: { status: '1', edition: 1, signer: '周明舟' } });
  expect((await call('report.update', { id, version: sent.report.version, mainWork: '改写' })).status).not.toBe(200);
  dataOf(
    await call('report.return', { id, version: sent.report.version, reason: '请说明安全投入下降的原因' }, 'regulator'),
  );
  const returned = await sheet(id);
  expect(returned.report).toMatchObject({ status: '2', reason: '请说明安全投入下降的原因' });
  dataOf(await call('report.update', { id, version: returned.report.version, remark: '按年度预算执行' }));
  expect((await send(id)).status).toBe(200);
  const again = await sheet(id);
  dataOf(await call('report.accept', { id, version: again.report.version }, 'regulator'));
  const accepted = await sheet(id);
  expect(accepted.report).toMatchObject({ status: '3', edition: 2, acceptedEdition: 2 });
  dataOf(await asHead('report.correct', { id, version: accepted.report.version, reason: '例会次数漏记一次' }));
  const open = await sheet(id);
  dataOf(await call('report.update', { id, version: open.report.version, mainWork: '换季保养，补开例会' }));
  expect((await send(id)).status).toBe(200);
  const { editions } = await sheet(id);
  expect(
    editions.map(({ edition, outcome, words: { mainWork, remark } }) => [edition, outcome, mainWork, remark]),
  ).toEqual([
    [3, null, '换季保养，补开例会', '按年度预算执行'],
    [2, 'accepted', '换季保养', '按年度预算执行'],
    [1, 'returned', '换季保养', null],
  ]);
  const pdf = await call('report.pdf', { id, edition: 1 });
  expect(pdf.status).toBe(200);
});

test('S99 refuses a monthly report with a copied signature', async () => {
  const { id } = await begin({ period: '2024-09' });
  const first = await signature();
  await app.sql('update file set expires_at = null where id = $1', [first.id]);
  const copied = await send(id, { signature: await signature(first) });
  expect([copied.status, copied.text]).toEqual([400, expect.stringContaining('请本人重新手写签名')]);
  expect((await sheet(id)).editions).toEqual([]);
});

test('stores one version for two concurrent submissions of a periodic report', async () => {
  const { id } = await begin({ period: '2025-12' });
  const { report, seen } = await sheet(id);
  const input = async () => ({ id, version: report.version, seen, signature: await signature() });
  const both = await Promise.all([asHead('report.send', await input()), asHead('report.send', await input())]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await sheet(id)).editions).toHaveLength(1);

  const { id: other } = await begin({ period: '2025-11' });
  const before = await sheet(other);
  const danger = await newRow(
    app,
    people,
    declaredNamed('danger'),
    {
      enterpriseId: people.home.enterpriseIds[0],
      foundAt: '2025-11-12 09:00:00',
      deadlineOn: '2025-11-20',
      source: 'regulator',
    },
    // An enterprise may not enter a danger that was found months ago; a regulator may.
    'regulator',
  );
  expect(danger).toBeTruthy();
  const refused = await asHead('report.send', {
    id: other,
    version: before.report.version,
    seen: before.seen,
    signature: await signature(),
  });
  expect(refused.status).toBe(409);
  expect(refused.json).toMatchObject({ msg: '系统数据在您核对之后有变化，请核对新的数据后再签名上报' });
  const figure = ({ figures }: ReportSheet) => figures.find(({ key }) => key === 'dangersFound');
  const after = await sheet(other);
  expect([figure(before)?.value, figure(after)?.value]).toEqual([0, 1]);
  const [row] = await app.sql<{ n: number }>(
    `select count(*)::int as n from danger where enterprise_id = $1 and status <> 'voided' and removed_at is null
      and (found_at at time zone 'Asia/Shanghai')::date between '2025-11-01' and '2025-11-30'`,
    [people.home.enterpriseIds[0]],
  );
  expect(figure(after)?.value).toBe(row?.n);
});

test('takes the safety investment of a month from the ledger of safety costs', async () => {
  const spend = (more: Record<string, unknown>) =>
    call('safetyCost.create', { title: '更换灭火器', category: 'ppe', kind: 'spent', ...more });
  dataOf(await spend({ happenedOn: '2025-08-01', amountFen: 1_200_000 }));
  dataOf(await spend({ happenedOn: '2025-08-31', amountFen: 50 }));
  dataOf(await spend({ happenedOn: '2025-09-01', amountFen: 7_000 }));
  dataOf(await spend({ happenedOn: '2025-08-15', amountFen: 9_000, kind: 'drawn', category: undefined }));
  const { id } = await begin({ period: '2025-08' });
  const open = await sheet(id);
  const figure = open.figures.find(({ key }) => key === 'safetyCost');
  expect(figure).toMatchObject({ label: '安全投入', unit: '元', value: 1_200_050, note: '使用 2 笔' });
  const filter = Object.fromEntries(new URL(figure?.href ?? '', 'http://page').searchParams);
  expect(filter).toMatchObject({ kind: 'spent', happenedOnFrom: '2025-08-01', happenedOnTo: '2025-08-31' });
  const listed = dataOf<{ records: { amountFen: number }[] }>(await call('safetyCost.page', filter)).records;
  expect(listed.reduce((sum, { amountFen }) => sum + amountFen, 0)).toBe(figure?.value);
  expect((await send(id)).status).toBe(200);
  expect((await sheet(id)).report.investmentFen).toBe(1_200_050);
});

test('makes a filled report the to-do of the head who must sign it', async () => {
  const { id } = await begin({ period: '2025-07', nextPlan: undefined });
  const todos = async () =>
    app.sql<{ title: string; user_id: string | null }>(
      `select title, null as user_id from todo where subject_id = $1 and done_at is null
       union all select title, user_id from own_todo where subject_id = $1 and done_at is null`,
      [id],
    );
  expect(await todos()).toEqual([{ title: '填报：2025 年 7 月安全月报', user_id: null }]);
  expect((await sheet(id)).awaitsSignatureOf).toBeNull();
  const { report } = await sheet(id);
  dataOf(await call('report.update', { id, version: report.version, nextPlan: '应急演练' }));
  expect(await todos()).toEqual([{ title: '签名并上报：2025 年 7 月安全月报', user_id: headUser }]);
  expect((await sheet(id)).awaitsSignatureOf).toBe('周明舟');
  expect((await send(id)).status).toBe(200);
  expect((await sheet(id)).awaitsSignatureOf).toBeNull();
  expect((await todos()).map(({ title }) => title)).toEqual([expect.stringContaining('审核：')]);
});

test('creates the periodic report of each period once', async () => {
  const { id } = await begin({ period: '2025-10', mainWork: undefined });
  expect(
    (await call('report.create', { enterpriseId: people.home.enterpriseIds[0], period: '2025-10' })).json,
  ).toMatchObject({
    msg: '2025 年 10 月的报告已经有了，请打开填写',
  });
  expect((await send(id)).json).toMatchObject({ msg: '请先填写主要工作' });
  const quarter = await begin({ kind: 'quarter', period: '2025-Q3' });
  expect((await sheet(quarter.id)).figures.map(({ key }) => key)).toEqual([
    'dangersFound',
    'dangersAccepted',
    'dangersOnTime',
    'dangersMajor',
    'dangersCost',
  ]);
});

test('lets regulators remind an enterprise of missing periodic reports once a day', async () => {
  const { id } = await begin({ period: '2025-09' });
  const ask = async () => dataOf(await call('report.remind', { ids: [id] }, 'regulator'));
  expect(await ask()).toEqual({ reminded: 1, left: 0 });
  expect(await ask()).toEqual({ reminded: 0, left: 1 });
});

test('shows submitted periodic reports after a merge of enterprises', async () => {
  const [second, third] = people.home.enterpriseIds;
  const { id } = await begin({ period: '2023-06' });
  await app.sql(
    `update report set status = 'accepted', edition = 1, accepted_edition = 1, sent_at = now() where id = $1`,
    [id],
  );
  await app.sql(
    `insert into report_edition (tenant_id, report_id, edition, enterprise_id, figures, words, sent_at)
     select tenant_id, id, 1, enterprise_id, '[]', $2, now() from report where id = $1`,
    [id, JSON.stringify({ ...words, investmentFen: 3_650_000, remark: null, files: [] })],
  );
  const versions = new Map(
    (
      await app.sql<{ id: string; version: number }>('select id, version from enterprise where id = any($1)', [
        [second, third],
      ])
    ).map((row) => [row.id, row.version]),
  );
  const merged = {
    keepId: third,
    keepVersion: versions.get(third ?? ''),
    dropId: second,
    dropVersion: versions.get(second ?? ''),
  };
  dataOf(await call('enterprise.merge', merged, 'regulator'));
  const editionRows = await app.sql<{ enterprise_id: string }>(
    `select enterprise_id from report_edition where report_id = $1`,
    [id],
  );
  expect(editionRows).toEqual([{ enterprise_id: third }]);
  expect(dataOf<ReportSheet>(await call('report.sheet', { id }, 'regulator')).editions).toHaveLength(1);
});
