// Warnings: the level rises with time, and only an action settles a warning. kit/conformance.test.ts tests the rest.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import type { WarningCounts, WarningVersion } from '@anlan/contract/modules/warning/views';
import { callNamed, dataOf, sendCall, signIn, type Answer } from '../../../testing/client.ts';
import { declaredNamed, newRow, openPeople, waitingFile, type People } from '../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { makePeople } from '../../../testing/staff.ts';

const declared = declaredNamed('warning');
let app: TestApp;
let people: People;
beforeAll(async () => {
  app = await openTestApp();
  const opened = await openPeople(app);
  people = { ...opened, call: callOf(opened) };
}, 120_000);
afterAll(() => app.close());

const tokens = new Map<string, string>();
/** Calls the API. Signs in again after the clock moved, because sessions expire. */
const callOf =
  (opened: People): People['call'] =>
  async (name, input, kind = 'regulator', tenant = 'home') => {
    const who = `${tenant} ${kind}`;
    const token = tokens.get(who) ?? (await signIn(app, opened[tenant], kind)).access_token;
    tokens.set(who, token);
    return sendCall(app, callNamed(app, name), input, { token });
  };

interface Item extends Record<string, unknown> {
  id: string;
  version: number;
  status: string;
  level: string | null;
  validTo: string;
  abilities: string[];
}
const day = (days: number) => addDays(dayOf(app.clock.now()), days);
const read = async (id: string) => dataOf<Item>(await people.call('warning.get', { id }, 'entadmin'));
const act = async (
  move: string,
  id: string,
  more: Record<string, unknown>,
  who: 'entadmin' | 'regulator' = 'entadmin',
) => people.call(`warning.${move}`, { id, version: (await read(id)).version, ...more }, who);
const paper = () => waitingFile(app, people.home, 'evidence', 'entadmin');
const add = async (days: number, more: Record<string, unknown> = {}) =>
  (
    await newRow(
      app,
      people,
      declared,
      { itemType: 'boilerInternal', subjectName: '1 号锅炉', validTo: day(days), ...more },
      'entadmin',
    )
  ).id;
const night = async (days: number) => {
  app.clock.pass(days * 86_400);
  tokens.clear();
  await app.doNow('warning.sweep');
};
/** For each ledger row, the id of the transaction that last wrote it. */
const writers = () => app.sql('select id, xmin::text from warning order by id');
const history = async (id: string) =>
  dataOf<{ move: string; from: string | null; to: string; note: string | null }[]>(
    await people.call('warning.history', { id }),
  );
const dots = async (who: 'entadmin' | 'regulator', tenant: 'home' | 'other' = 'home') =>
  dataOf<{ warningUnNotice: number }>(await people.call('notice.redDot', {}, who, tenant)).warningUnNotice;
const refusal = ({ status, text }: Answer) => [status, text] as const;

test('raises the level of a document warning from early to expired in the nightly job', async () => {
  const id = await add(60);
  expect(await read(id)).toMatchObject({
    level: 'early',
    status: '0',
    leftDays: 60,
    itemName: '1 号锅炉 锅炉内部检验',
  });
  for (const [days, level] of [
    [29, 'early'],
    [1, 'soon'],
    [22, 'soon'],
    [1, 'urgent'],
    [7, 'urgent'],
    [1, 'expired'],
  ] as const) {
    await night(days);
    expect((await read(id)).level).toBe(level);
    const written = await writers();
    await night(0);
    expect(await writers()).toEqual(written);
  }
  expect((await history(id)).map(({ move }) => move)).toEqual(['create', 'climb', 'climb', 'climb']);
});

test('settles a warning only by renewal of the document', async () => {
  const old = await paper();
  const id = await add(-3, { papers: [old] });
  expect(await read(id)).toMatchObject({ level: 'expired', status: '0', isBlocking: true });
  const before = await dots('entadmin');
  expect((await act('renew', id, { renewedTo: day(365), files: [] })).status).toBe(400);
  expect(refusal(await act('renew', id, { renewedTo: day(-1), files: [await paper()] }))).toEqual([
    400,
    expect.stringContaining('新的有效期应晚于今天'),
  ]);
  const next = await paper();
  dataOf(await act('renew', id, { renewedTo: day(365), files: [next], reason: '已年检' }));
  expect(await read(id)).toMatchObject({
    level: null,
    status: '2',
    validTo: day(365),
    edition: 2,
    papers: [next],
    note: '已年检',
  });
  expect(await dots('entadmin')).toBe(before - 1);
  const versions = dataOf<WarningVersion[]>(await people.call('warning.versions', { id }));
  expect(versions).toMatchObject([{ edition: 1, validTo: day(-3), papers: [old] }]);
  // The replaced document remains stored as a file of the enterprise.
  const [oldFile] = await app.sql<{ expires_at: Date | null }>('select expires_at from file where id = $1', [old.id]);
  expect(oldFile?.expires_at).toBeNull();
  // The same row becomes a warning again next year.
  await night(340);
  expect(await read(id)).toMatchObject({ level: 'soon', status: '0' });
  await night(-340);
});

test('postpones the reminder of an acknowledged warning by at most 30 days', async () => {
  const id = await add(20);
  dataOf(await act('acknowledge', id, { reason: '已预约检测站' }));
  expect(await read(id)).toMatchObject({ status: '1', level: 'soon', handlerName: expect.any(String) });
  expect(refusal(await act('snooze', id, { snoozedTo: day(21) }))).toEqual([
    400,
    expect.stringContaining('也不超过到期日'),
  ]);
  const far = await add(55);
  expect((await act('snooze', far, { snoozedTo: day(31) })).status).toBe(400);
  dataOf(await act('snooze', far, { snoozedTo: day(30) }));
  expect((await read(far))['snoozedTo']).toBe(day(30));
});

test('requires a permit, a reason and an end to ignore a warning', async () => {
  const blocking = await add(5);
  expect((await read(blocking)).abilities).not.toContain('ignore');
  expect((await act('ignore', blocking, { reason: '车辆已经停运', ignoredUntil: day(5) }, 'regulator')).status).toBe(
    403,
  );
  const id = await add(5, { itemType: 'safetyValve' });
  expect((await act('ignore', id, { reason: '车辆已经停运', ignoredUntil: day(5) })).status).toBe(403);
  expect((await act('ignore', id, { reason: '无', ignoredUntil: day(5) }, 'regulator')).status).toBe(400);
  expect((await act('ignore', id, { reason: '车辆已经停运', ignoredUntil: day(91) }, 'regulator')).status).toBe(400);
  dataOf(await act('ignore', id, { reason: '车辆已经停运', ignoredUntil: day(3) }, 'regulator'));
  expect(await read(id)).toMatchObject({ status: '3' });
  await night(2);
  expect((await read(id)).status).toBe('3');
  await night(1);
  expect(await read(id)).toMatchObject({ status: '0', level: 'urgent' });
});

test('S100 lets only people who manage documents change warnings', async () => {
  const id = await add(5);
  const values = { ...(await read(id)), itemType: 'boilerInternal', subjectName: '2 号锅炉', validTo: day(9) };
  const files = [await paper()];
  const acts = async (who: 'entstaff' | 'regulator') => {
    const version = (await read(id)).version;
    const answers = [
      await people.call('warning.create', { ...values, enterpriseId: people.home.enterpriseIds[0] }, who),
      await people.call('warning.update', { id, version, remark: '改动' }, who),
      await people.call('warning.renew', { id, version, renewedTo: day(400), files }, who),
      await people.call('warning.acknowledge', { id, version }, who),
      await people.call('warning.snooze', { id, version, snoozedTo: day(2) }, who),
      await people.call('warning.remove', { id, version }, who),
    ];
    return answers.map(({ status }) => status);
  };
  const refused = [403, 403, 403, 403, 403, 403];
  expect(await acts('entstaff')).toEqual(refused);
  expect(await acts('regulator')).toEqual(refused);
  expect(
    dataOf<Item>(await people.call('warning.get', { id }, 'regulator')).abilities.filter((one) => one !== 'urge'),
  ).toEqual([]);
  // Workers with the permit still may not act, because they do not have the post.
  await app.sql(
    `insert into role_permit (tenant_id, role_id, permit, granted) select tenant_id, id, unnest($2::text[]), true
     from role where tenant_id = $1 and code = 'ROLE_ENT_STAFF' on conflict do nothing`,
    [people.home.id, ['add', 'edit', 'del', 'handle'].map((verb) => `bus:enterprisewarn:${verb}`)],
  );
  tokens.clear();
  expect(await acts('entstaff')).toEqual(refused);
  expect(dataOf<Item>(await people.call('warning.get', { id }, 'entstaff')).abilities).toEqual([]);
  expect(await read(id)).toMatchObject({ status: '0', validTo: day(5) });
});

test('writes dates of the enterprise profile into the expiry ledger at once', async () => {
  const enterpriseId = people.home.enterpriseIds[0] ?? '';
  const file = async () =>
    dataOf<{ version: number; licenceTo: string | null }>(
      await people.call('enterprise.get', { id: enterpriseId }, 'regulator'),
    );
  const write = async (licenceTo: string | null) =>
    dataOf(
      await people.call(
        'enterprise.update',
        { id: enterpriseId, version: (await file()).version, licenceTo },
        'regulator',
      ),
    );
  const listed = async () =>
    dataOf<{ records: Item[] }>(
      await people.call('warning.page', { itemType: 'businessLicence', enterpriseId, size: 100 }, 'regulator'),
    ).records;
  await write(null);
  expect(await listed()).toEqual([]);
  await write(day(-1));
  const [row] = await listed();
  expect(row).toMatchObject({ level: 'expired', status: '0', origin: 'enterprise', itemName: '营业执照' });
  const id = row?.id ?? '';
  expect((await people.call('warning.remove', { id }, 'entadmin')).status).toBe(400);
  dataOf(await act('renew', id, { renewedTo: day(1000), files: [await paper()] }));
  expect((await file()).licenceTo).toBe(day(1000));
  expect(await listed()).toMatchObject([{ id, level: null, status: '2', validTo: day(1000), edition: 2 }]);
  // A date typed into the profile creates a version too, but without a document.
  await write(day(10));
  expect(await listed()).toMatchObject([{ id, level: 'soon', status: '0', edition: 3, papers: [] }]);
  expect(dataOf<WarningVersion[]>(await people.call('warning.versions', { id }))).toMatchObject([
    { edition: 2, validTo: day(1000), papers: [{}] },
    { edition: 1, validTo: day(-1), papers: [] },
  ]);
  const typed = await people.call('warning.create', { itemType: 'businessLicence', validTo: day(5) }, 'entadmin');
  expect(refusal(typed)).toEqual([400, expect.stringContaining('来自企业信息')]);
});

test('lists no warnings and no rows of the expiry ledger for a closed enterprise', async () => {
  const enterpriseId = people.home.enterpriseIds[0] ?? '';
  const { id } = await newRow(app, people, declared, { enterpriseId, validTo: day(3) });
  const level = async () => dataOf<Item>(await people.call('warning.get', { id })).level;
  expect(await level()).toBe('urgent');
  await app.sql(`update enterprise set status = 'closed' where id = $1`, [enterpriseId]);
  await night(0);
  expect(await level()).toBeNull();
  await app.sql(`update enterprise set status = 'active' where id = $1`, [enterpriseId]);
  await night(0);
  expect(await level()).toBe('urgent');
});

test('LY-17 counts unsettled warnings in the red dot for staff', async () => {
  const list = async (who: 'entadmin' | 'regulator', filter: Record<string, unknown>) =>
    dataOf<{ total: number }>(await people.call('warning.page', { status: ['0', '1'], ...filter }, who)).total;
  const [own, expired] = [await dots('entadmin'), await dots('regulator')];
  expect([own, expired]).toEqual([await list('entadmin', {}), await list('regulator', { level: ['expired'] })]);
  const foreign = await dots('regulator', 'other');
  const id = await add(-2);
  expect(await dots('entadmin')).toBe(own + 1);
  expect(await dots('regulator')).toBe(expired + 1);
  expect(await dots('regulator', 'other')).toBe(foreign);
  const counts = dataOf<WarningCounts>(await people.call('warning.counts', {}, 'entadmin'));
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(own + 1);
  const unexplained = await people.call('warning.remove', { id }, 'entadmin');
  expect([unexplained.status, unexplained.text]).toEqual([403, expect.stringContaining('写明为什么不再需要')]);
  const { version } = await read(id);
  dataOf(await people.call('warning.acknowledge', { id, version, reason: '设备已经拆除' }, 'entadmin'));
  expect((await read(id)).abilities).toContain('remove');
  dataOf(await people.call('warning.remove', { id }, 'entadmin'));
  expect(await dots('entadmin')).toBe(own);
});

test('shows the number of warnings of one type that expire on the same day', async () => {
  const validTo = day(44);
  const ids = [];
  for (const gauge of ['1 号表', '2 号表', '3 号表'])
    ids.push(await add(44, { itemType: 'lightningTest', subjectName: gauge }));
  expect((await read(ids[0] ?? ''))['sameDay']).toBe(3);
  const { total } = dataOf<{ total: number }>(
    await people.call(
      'warning.page',
      { itemType: 'lightningTest', validToFrom: validTo, validToTo: validTo },
      'entadmin',
    ),
  );
  expect(total).toBe(3);
});

test('ST-09 lists the overdue warnings of the reader in the active pop-up until renewal', async () => {
  const { version } = dataOf<{ version: number }>(await people.call('risk.byType', { type: 'popup' }));
  dataOf(
    await people.call('risk.savePopup', {
      enabled: true,
      version,
      title: '安全提示',
      text: '请按时续办证照',
      level: '2',
      audience: ['enterprise', 'regulator'],
      colors: [],
      since: null,
      until: null,
    }),
  );
  const loadPopupText = async () => dataOf<{ content: string }>(await people.call('risk.text', {}, 'entadmin')).content;
  const id = await add(-1);
  const counts = dataOf<WarningCounts>(await people.call('warning.counts', {}, 'entadmin'));
  expect(await loadPopupText()).toContain(`请按时续办证照\n本企业目前证照设备已过期 ${counts.expired} 项（其中 `);
  dataOf(await act('renew', id, { renewedTo: day(300), files: [await paper()] }));
  expect(await loadPopupText()).not.toContain(`已过期 ${counts.expired} 项`);
});

test('sends the 8:30 digest of warnings to each person once', async () => {
  const made = await makePeople(app, people.home, [
    { postKind: 'safetyManager', account: { username: 'digestsafety', role: 'ROLE_ENT_SAFETY' }, name: '许静远' },
    { postKind: 'head', account: 'entadmin', name: '周明舟' },
  ]);
  const [safety, head] = made.map(({ userId }) => userId);
  await app.sql('update warning set removed_at = now() where tenant_id = $1', [people.home.id]);
  await app.sql('update enterprise set officer_id = $2 where tenant_id = $1 and id = $3', [
    people.home.id,
    people.home.people.regulator,
    people.home.enterpriseIds[0],
  ]);
  await add(25);
  await add(5, { subjectName: '5 号锅炉' });
  await app.doNow('warning.digest');
  const loadDigests = () =>
    app.sql<{ user_id: string; expired: number; urgent: number; soon: number }>(
      'select user_id, expired, urgent, soon from warning_digest where tenant_id = $1 order by day, user_id',
      [people.home.id],
    );
  const first = await loadDigests();
  expect(first).toHaveLength(2);
  expect(first).toContainEqual({ user_id: safety, expired: 0, urgent: 1, soon: 1 });
  expect(first).toContainEqual({ user_id: head, expired: 0, urgent: 1, soon: 0 });
  await app.doNow('warning.digest');
  expect(await loadDigests()).toEqual(first);
  // Only the head gets a message, and gets it once.
  const written = () =>
    app.sql<{ template: string }>(
      `select template from sms_message where tenant_id = $1 and template = 'warningUrgent'`,
      [people.home.id],
    );
  expect(await written()).toHaveLength(1);

  const mine = async (who: 'entadmin' | 'regulator') =>
    dataOf<{ urgent: number; expired: number; first: string; readAt: string | null }[]>(
      await people.call('warning.digests', {}, who),
    );
  const dot = async () =>
    dataOf<{ systemUnNotice: number }>(await people.call('notice.redDot', {}, 'entadmin')).systemUnNotice;
  const [before] = await mine('entadmin');
  expect(before).toMatchObject({ urgent: 1, first: '5 号锅炉 锅炉内部检验', readAt: null });
  const unread = await dot();
  await people.call('warning.digestsRead', {}, 'entadmin');
  expect(await dot()).toBe(unread - 1);
  expect((await mine('entadmin'))[0]?.readAt).not.toBeNull();

  // The officer gets a to-do only after an item has expired.
  expect(await mine('regulator')).toEqual([]);
  await night(6);
  await app.doNow('warning.digest');
  // At this test time, documents of the enterprise's profile have expired too.
  const [officer] = await mine('regulator');
  expect([officer?.urgent, (officer?.expired ?? 0) > 0]).toEqual([0, true]);
});
