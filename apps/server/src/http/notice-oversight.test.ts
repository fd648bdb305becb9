// Announcements by a publisher who oversees only some divisions: possible recipients and rights (decision 0036).
import { afterAll, expect, test } from 'vitest';
import { callNamed, dataOf, sendCall } from '../../testing/client.ts';
import { openTestApp } from '../../testing/app.ts';
import { openOversight, street } from '../../testing/oversight.ts';

const app = await openTestApp();
const { tenant, setup, reach, everything } = await openOversight(app);
afterAll(() => app.close());

interface Row {
  id: string;
  version: number;
  abilities: string[];
}
const call = (kind: 'regulator' | 'admin', name: string, input: Record<string, unknown>) =>
  sendCall(app, callNamed(app, `notice.${name}`), input, setup.as(kind));
const words = { title: '关于开展检查的通知', kind: 'deployment', content: '<p>请自查。</p>' };
const drafted = async (kind: 'regulator' | 'admin', audience: string, targets: string[] = []) =>
  dataOf<{ id: string; version: number }>(await call(kind, 'create', { ...words, audience, targets }));
const out = async (kind: 'regulator' | 'admin', audience: string, targets: string[] = []) =>
  dataOf<{ id: string; version: number }>(await call(kind, 'publish', { ...(await drafted(kind, audience, targets)) }));
const row = async (id: string) => dataOf<Row>(await call('regulator', 'get', { id }));

test('S32 lets a publisher with limited divisions address only places and people of these divisions', async () => {
  await everything();
  await app.sql('delete from user_enterprise where tenant_id = $1', [tenant.id]);
  const [inside, outside] = [tenant.people.entadmin, tenant.people.entstaff];
  await app.sql('insert into user_enterprise (tenant_id, user_id, enterprise_id) values ($1, $2, $3), ($1, $4, $5)', [
    tenant.id,
    inside,
    tenant.enterpriseIds[0],
    outside,
    tenant.enterpriseIds[4],
  ]);
  await reach('ROLE_REGULATOR', '1', ['330108']);
  const createAnnouncement = (audience: string, targets: string[] = []) =>
    call('regulator', 'create', { ...words, audience, targets });
  for (const [audience, targets, refusalText] of [
    ['all', [], '只有部分区域'],
    ['kinds', ['enterprise'], '只有部分区域'],
    ['industries', ['C26'], '只有部分区域'],
    ['regions', ['330106'], '不在您的数据范围内：'],
    ['regions', ['330108', '330100'], '不在您的数据范围内：'],
    ['people', [outside], '不存在的选项'],
  ] as const) {
    const answer = await createAnnouncement(audience, [...targets]);
    expect([answer.status, answer.text], `${audience} ${targets.join()}`).toEqual([
      400,
      expect.stringContaining(refusalText),
    ]);
    const counted = await call('regulator', 'reach', { audience, targets });
    expect(counted.status, `${audience} counted`).toBe(400);
  }
  const made = dataOf<{ id: string; version: number }>(await createAnnouncement('regions', ['330108', street]));
  const wider = await call('regulator', 'update', { ...made, audience: 'all', targets: [] });
  expect([wider.status, wider.text]).toEqual([400, expect.stringContaining('只有部分区域')]);
  dataOf(await call('regulator', 'publish', { ...made }));
  dataOf(await createAnnouncement('people', [inside, tenant.people.admin]));
});

test('S32 lets a publisher with limited divisions withdraw only announcements inside these divisions', async () => {
  await everything();
  const own = await out('regulator', 'all');
  const all = await out('admin', 'all');
  const draft = await drafted('admin', 'kinds', ['enterprise']);
  const near = await out('admin', 'regions', ['330108']);
  const far = await out('admin', 'people', [tenant.people.entstaff]);
  await reach('ROLE_REGULATOR', '1', ['330108']);
  for (const [name, input] of [
    ['withdraw', { ...all, reason: '内容有误，修改后重发' }],
    ['pin', { ...all, pinned: true }],
    ['remind', { id: all.id }],
    ['withdraw', { ...far, reason: '内容有误，修改后重发' }],
    ['update', { ...draft, title: '改过的标题' }],
    ['publish', { ...draft }],
    ['remove', { id: draft.id }],
  ] as const) {
    const answer = await call('regulator', name, input);
    expect([answer.status, answer.text], name).toEqual([403, expect.stringContaining('超出了您的数据范围')]);
  }
  // The list offers no action that would be refused.
  expect((await row(all.id)).abilities).toEqual([]);
  expect((await row(near.id)).abilities).toContain('withdraw');
  dataOf(await call('regulator', 'pin', { ...near, pinned: true }));
  expect((await row(own.id)).abilities).toContain('withdraw');
  dataOf(await call('regulator', 'withdraw', { ...own, reason: '内容有误，修改后重发' }));
});

test('S32 counts only visible recipients in the reader figures of an announcement', async () => {
  await everything();
  await app.sql('delete from user_enterprise where tenant_id = $1', [tenant.id]);
  const [inside, outside] = [tenant.people.entadmin, tenant.people.entstaff];
  await app.sql('insert into user_enterprise (tenant_id, user_id, enterprise_id) values ($1, $2, $3), ($1, $4, $5)', [
    tenant.id,
    inside,
    tenant.enterpriseIds[0],
    outside,
    tenant.enterpriseIds[4],
  ]);
  const { id } = await out('admin', 'all');
  await app.sql(
    `insert into announcement_read (tenant_id, announcement_id, user_id, read_at, receipt_at)
     select $1, $2, unnest($3::uuid[]), now(), now()`,
    [tenant.id, id, [inside, outside]],
  );
  const figures = async () => {
    const shown = dataOf<{ readCount: number; receiptCount: number; reach: number }>(
      await call('regulator', 'get', { id }),
    );
    const { total: unread } = dataOf<{ total: number }>(await call('regulator', 'readers', { id, state: 'unread' }));
    expect(shown.readCount + unread).toBe(shown.reach);
    return [shown.readCount, shown.receiptCount];
  };
  expect(await figures()).toEqual([2, 2]);
  await reach('ROLE_REGULATOR', '1', ['330108']);
  expect(await figures()).toEqual([1, 1]);
  // Former users count neither as readers nor as recipients.
  await everything();
  await app.sql(`update app_user set lock_flag = '9' where id = $1`, [outside]);
  expect(await figures()).toEqual([1, 1]);
  await app.sql(`update app_user set lock_flag = '0' where id = $1`, [outside]);
});
