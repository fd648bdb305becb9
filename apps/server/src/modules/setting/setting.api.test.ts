// Settings of a unit: default values, validation, versions, effect in one unit only, and audit.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UnitSettings } from '@anlan/contract/modules/setting/settings';
import { dataOf } from '../../../testing/client.ts';
import { openPeople, type People } from '../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { signIn, sendCall, callNamed } from '../../../testing/client.ts';

let app: TestApp;
let people: People;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
  admin = (await signIn(app, people.home, 'admin')).access_token;
}, 120_000);
afterAll(() => app.close());

const call = (name: string, input: Record<string, unknown>, token = admin) =>
  sendCall(app, callNamed(app, name), input, { token });
const read = async (token = admin) => dataOf<UnitSettings>(await call('setting.all', {}, token));

test('returns defaults for unset values of the settings', async () => {
  const before = await read();
  expect(before).toMatchObject({ version: 0, own: [], updatedAt: null });
  expect(before.values['rectify.escalate']).toEqual([1, 3, 7]);
  const values = { 'rectify.generalDays': 10, 'rectify.majorAcceptBy': 'head' };
  const saved = dataOf<UnitSettings>(await call('setting.save', { version: 0, values }));
  expect(saved).toMatchObject({ version: 1, own: ['rectify.generalDays', 'rectify.majorAcceptBy'] });
  expect(saved.values).toMatchObject(values);
  const other = (await signIn(app, people.other, 'admin')).access_token;
  expect((await read(other)).values['rectify.generalDays']).toBe(7);
  const back = dataOf<UnitSettings>(
    await call('setting.save', { version: 1, values: { 'rectify.majorAcceptBy': null } }),
  );
  expect([back.own, back.values['rectify.majorAcceptBy']]).toEqual([['rectify.generalDays'], 'regulator']);
  const [entry] = await app.sql<{ call: string; changes: unknown }>(
    `select call, changes from audit where tenant_id = $1 and call = 'setting.save' order by id limit 1`,
    [people.home.id],
  );
  expect(JSON.stringify(entry?.changes)).toContain('rectify.generalDays');
});

test('answers 409 with the current settings for a stale version', async () => {
  const { version } = await read();
  const tries = await Promise.all(
    [20, 21, 22].map((days) => call('setting.save', { version, values: { 'rectify.majorDays': days } })),
  );
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const refused = tries.find(({ status }) => status === 409);
  expect(refused?.text).toContain('rectify.majorDays');
});

test('refuses settings out of range or in the wrong order with a text', async () => {
  const { version } = await read();
  for (const [values, words] of [
    [{ 'rectify.generalDays': 0 }, '不能小于 1'],
    [{ 'rectify.escalate': [3, 1, 7] }, '从小到大'],
    [{ 'color.bands': [90, 75] }, '应有 3 个数'],
    [{ 'rectify.majorAcceptBy': 'nobody' }, '请选择重大隐患验收人'],
  ] as const) {
    const answer = await call('setting.save', { version, values });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(words)]);
  }
});

test('requires separate permits to read and to change settings', async () => {
  expect((await call('setting.all', {}, people.token('entadmin'))).status).toBe(403);
  expect((await call('setting.save', { version: 0, values: {} }, people.token('regulator'))).status).toBe(403);
});
