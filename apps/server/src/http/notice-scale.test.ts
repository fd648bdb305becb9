// Paging and reminders with many announcements and many recipients.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callNamed, dataOf, sendCall, signIn } from '../../testing/client.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

interface Row {
  id: string;
  publishAt: string;
  pinned: boolean;
}
type Page = { records: Row[]; total: number };
type Seen = { id: string; version: number };

let app: TestApp;
let tenant: TestTenant;
const tokens = new Map<string, string>();
beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app);
  for (const kind of ['regulator', 'entadmin'] as const)
    tokens.set(kind, (await signIn(app, tenant, kind)).access_token);
});
afterAll(() => app.close());

const done = async <T = Seen>(verb: string, input: Record<string, unknown>, who = 'regulator') =>
  dataOf<T>(await sendCall(app, callNamed(app, `notice.${verb}`), input, { token: tokens.get(who) ?? null }));
let made = 0;
const fields = (more: Record<string, unknown> = {}) => ({
  title: `关于开展安全检查的通知 ${(made += 1)}`,
  kind: 'deployment',
  content: '<p>请各企业按时自查。</p>',
  audience: 'all',
  targets: [],
  ...more,
});
const published = async (): Promise<Seen> => done('publish', { ...(await done('create', fields())) });
const inbox = (filter: Record<string, unknown>) => done<Page>('inbox', filter, 'entadmin');

test('continues a list of announcements after its last row despite concurrent changes', async () => {
  const out: Seen[] = [];
  for (let at = 0; at < 6; at += 1) {
    app.clock.pass(1);
    out.push(await published());
  }
  out.push(await done('pin', { ...out[0], pinned: true }));
  const seen: Row[] = [];
  const next = async (filter: Record<string, unknown> = {}) => {
    const last = seen.at(-1);
    const below = last && { before: last.id, beforeAt: last.publishAt, beforePinned: String(last.pinned) };
    const { records, total } = await inbox({ size: 2, ...filter, ...below });
    seen.push(...records);
    return total;
  };
  const publishedId = (one: number) => out[one]?.id;
  const total = await next();
  expect(seen.map(({ id }) => id)).toEqual([publishedId(0), publishedId(5)]);
  app.clock.pass(1);
  await published();
  await done('pin', { ...out.at(-1), pinned: false });
  expect(await next()).toBe(total + 1);
  expect(seen.slice(2).map(({ id }) => id)).toEqual([publishedId(4), publishedId(3)]);
  await done('withdraw', { ...out[3], reason: '附件有误，更正后重发' });
  await next();
  expect(seen.slice(4).map(({ id }) => id)[0]).toBe(publishedId(2));

  // An opened announcement leaves the unread list.
  seen.length = 0;
  await next({ unread: 'true' });
  for (const { id } of seen) await done('read', { id }, 'entadmin');
  const rest = (await inbox({ unread: 'true', size: 2 })).records;
  await next({ unread: 'true' });
  expect(seen.slice(2).map(({ id }) => id)).toEqual(rest.map(({ id }) => id));
});

test('sends a reminder to all users who have not read the announcement, in any number', async () => {
  const crowd = await makeTenant(app);
  await app.sql(
    `insert into app_user (tenant_id, id, username, nick_name, type)
     select $1, gen_random_uuid(), 'reader' || n, '读者' || n, 'shop' from generate_series(1, 1203) n`,
    [crowd.id],
  );
  const { access_token: token } = await signIn(app, crowd, 'admin');
  const as = async <T>(verb: string, input: Record<string, unknown>) =>
    dataOf<T>(await sendCall(app, callNamed(app, `notice.${verb}`), input, { token }));
  const shops = fields({ audience: 'kinds', targets: ['shop'] });
  const { id } = await as<Seen>('publish', { ...(await as<Seen>('create', shops)) });
  const before = (await app.sql('select from live_frame where tenant_id = $1', [crowd.id])).length;
  const { people } = await as<{ people: number }>('remind', { id });
  expect(people).toBeGreaterThan(1203);
  const frames = await app.sql<{ recipients: { userIds: string[] } }>(
    'select recipients from live_frame where tenant_id = $1 order by id',
    [crowd.id],
  );
  const recipientLists = frames.slice(before).map(({ recipients }) => recipients.userIds);
  expect(recipientLists.every(({ length }) => length <= 500)).toBe(true);
  expect(new Set(recipientLists.flat()).size).toBe(people);
});

test('shows the reminder to a reader who has not confirmed', async () => {
  const both = { audience: 'people', targets: [tenant.people.regulator, tenant.people.entadmin], needReceipt: true };
  const { id } = await done('publish', { ...(await done('create', fields(both))) });
  const named = async (state: string) => (await done<Page>('readers', { id, state })).records.map((one) => one.id);
  expect(await named('unconfirmed')).toEqual([tenant.people.entadmin]);
  await done('read', { id }, 'entadmin');
  const countReminded = async () => {
    app.clock.pass(601);
    return (await done<{ people: number }>('remind', { id })).people;
  };
  const reminded = async () =>
    (await done<{ records: { id: string; reminded: boolean }[] }>('inbox', {}, 'entadmin')).records.find(
      (one) => one.id === id,
    )?.reminded;
  expect(await countReminded()).toBe(1);
  expect(await reminded()).toBe(true);
  await done('receipt', { id }, 'entadmin');
  expect(await reminded()).toBe(false);
  expect(await done('get', { id })).toMatchObject({ reach: 1, readCount: 1, receiptCount: 1 });
  for (const state of ['unread', 'unconfirmed']) expect(await named(state), state).toEqual([]);
  expect(await countReminded()).toBe(0);
});
