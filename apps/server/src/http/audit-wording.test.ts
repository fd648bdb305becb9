// Histories, timelines and the log show words and names instead of codes and ids, but only names that the reader may
// see.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TimelinePiece } from '@anlan/contract/modules/enterprise/lifecycle';
import type { LogEntry } from '@anlan/contract/modules/audit/log';
import type { PersonCard } from '@anlan/contract/modules/user/user';
import type { HistoryRow } from '@anlan/contract/kit/state-machine';
import { dataOf } from '../../testing/client.ts';
import { declaredNamed, newRow, openPeople, type People } from '../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';

let app: TestApp;
let people: People;
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
}, 120_000);
afterAll(() => app.close());

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}/;
const history = async (id: string) => dataOf<HistoryRow[]>(await people.call('equipment.history', { id }, 'entadmin'));
const logged = async (call: string) =>
  dataOf<{ records: LogEntry[] }>(await people.call('audit.page', { call, size: 100 }, 'admin')).records;
const worker = async (name: string) => (await newRow(app, people, declaredNamed('employee'), { name }, 'entadmin')).id;
const nameOf = async (id: string | undefined) =>
  (await app.sql<{ nick_name: string }>('select nick_name from app_user where id = $1', [id]))[0]?.nick_name;

test('shows labels and names in the changes of a row history', async () => {
  const [first, second] = [await worker('周明'), await worker('许远')];
  const { id } = await newRow(app, people, declaredNamed('equipment'), { operatorId: first }, 'entadmin');
  const changed = await people.call(
    'equipment.update',
    { id, version: 1, operatorId: second, specialKind: null, place: '三号车间' },
    'entadmin',
  );
  expect(changed.status).toBe(200);
  const moves = await history(id);
  expect(moves.map(({ move }) => move)).toEqual(['create', 'update']);
  const changes = moves[1]?.changes ?? [];
  expect(changes).toContainEqual(
    expect.objectContaining({ field: 'operatorId', label: '作业人员', was: '周明', now: '许远' }),
  );
  expect(changes).toContainEqual(expect.objectContaining({ label: '安装位置', now: '三号车间' }));

  await app.sql('update employee set removed_at = now() where id = $1', [first]);
  const [gone] = (await history(id))[1]?.changes.filter(({ field }) => field === 'operatorId') ?? [];
  expect([gone?.was, gone?.now]).toEqual(['（已删除或无权查看）', '许远']);
});

test('begins the history of a row with its creation', async () => {
  const { id } = await newRow(app, people, declaredNamed('equipment'), {}, 'entadmin');
  const [whole] = await history(id);
  await app.sql('delete from resource_history where row_id = $1', [id]);
  expect(await history(id)).toMatchObject([{ move: 'create', byName: whole?.byName, from: null, to: null }]);
});

test('names acts and objects in the audit log without ids and codes', async () => {
  const { id, values } = await newRow(
    app,
    people,
    declaredNamed('equipment'),
    {
      enterpriseId: people.home.enterpriseIds[0],
    },
    'entadmin',
  );
  const [created] = (await logged('equipment.create')).filter(({ objectId }) => objectId === id);
  expect(created).toMatchObject({ objectLabel: '设备', objectName: values['name'] });
  expect(created?.sentence).toBe(`新增设备 ${String(values['name'])}`);
  for (const { label, was, now } of created?.changes ?? []) {
    expect(label).not.toMatch(/^[a-z]+[A-Z]?\w*$/);
    expect(`${was} ${now}`).not.toMatch(uuid);
  }
  // The log shows the reason of a refused action as text.
  await people.call('equipment.remove', { id, version: 1 }, 'regulator');
  const refused = (await logged('equipment.remove')).find(({ outcome }) => outcome === 'failed');
  if (refused) expect(refused.exception).not.toMatch(/^[a-z]+$/i);
});

test('names a newly assigned officer in the log and the timeline', async () => {
  const id = people.home.enterpriseIds[1] ?? '';
  const { version } = dataOf<{ version: number }>(await people.call('enterprise.get', { id }));
  const officerId = people.home.people.admin;
  expect((await people.call('enterprise.update', { id, version, officerId })).status).toBe(200);
  const { entries } = dataOf<TimelinePiece>(await people.call('enterprise.timeline', { id }));
  const name = await nameOf(officerId);
  expect(entries.flatMap(({ changes }) => changes)).toContainEqual(
    expect.objectContaining({ field: 'officerId', label: '监管责任人', now: name }),
  );
  const [entry] = (await logged('enterprise.update')).filter(({ objectId }) => objectId === id);
  expect(entry?.changes).toContainEqual(expect.objectContaining({ label: '监管责任人', now: name }));
  expect(entry?.sentence).not.toMatch(uuid);
});

test('shows other users only a masked phone on the card of a person', async () => {
  const { entadmin = '', regulator = '' } = people.home.people;
  const card = async (id: string, kind: 'regulator' | 'entadmin' | 'shop', tenant: 'home' | 'other' = 'home') =>
    people.call('user.card', { id }, kind, tenant);
  const seen = dataOf<PersonCard>(await card(entadmin, 'regulator'));
  expect(seen).toMatchObject({ id: entadmin, todos: null });
  expect(seen.phone).toMatch(/^\d{3}\*{4}\d{4}$/);
  const own = dataOf<PersonCard>(await card(regulator, 'regulator'));
  expect(own.phone ?? '').not.toContain('*');
  expect(own.todos).toEqual(expect.any(Number));
  expect((await card(regulator, 'entadmin')).status).toBe(200);
  expect((await card(entadmin, 'entadmin', 'other')).status).toBe(404);
  expect((await card(regulator, 'shop')).status).toBe(404);
});
