// Special topics: quick entries that enterprises change, and campaigns. kit/conformance.test.ts tests the rest.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Campaign, CampaignRow, TopicView } from '@anlan/contract/modules/topic/views';
import { dataOf } from '../../../testing/client.ts';
import { openPeople, waitingFile, type People } from '../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';

let app: TestApp;
let people: People;
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
}, 120_000);
afterAll(() => app.close());

type Who = Parameters<People['call']> extends [string, object, ...infer R] ? R : never;
const byType = async (type: string, ...who: Who) =>
  dataOf<TopicView[]>(await people.call('topic.byType', { type }, ...who));
const entries = async (...who: Who) =>
  (await byType('1', ...who)).flatMap(({ items }) => items.map(({ name, value, status }) => [name, value, status]));
const items = [
  { name: '场站管理', path: '/bus/station/index', icon: 'place' },
  { name: '人员', path: '/bus/emp/index', icon: 'users' },
];
const tenant = [
  ['场站管理', '/bus/station/index', '0'],
  ['人员', '/bus/emp/index', '0'],
];

test('CA-04: lets an enterprise change and reset its quick entries of type/{type}', async () => {
  const { id } = dataOf<{ id: string }>(
    await people.call('topic.create', { type: '1', title: '快捷入口', items, sort: 1 }),
  );
  const [view] = await byType('1', 'entadmin');
  expect(view).toMatchObject({ id, type: '1', title: '快捷入口', cover: null });
  expect(Object.keys(view?.items[0] ?? {})).toEqual(
    expect.arrayContaining(['id', 'name', 'value', 'fileUrl', 'status']),
  );
  const [first, second] = view?.items ?? [];
  const save = async (item: Record<string, unknown>) =>
    dataOf<{ id: string }>(await people.call('topic.updateEntItem', item, 'entadmin')).id;
  expect(await save({ id: first?.id, name: '我的站', value: '/bus/station/index?a=1' })).toBe(first?.id);
  const added = await save({ name: '告知书', value: '/bus/notice/index' });
  dataOf(await people.call('topic.delEntItem', { id: second?.id }, 'entadmin'));
  const mine = [
    ['我的站', '/bus/station/index?a=1', '1'],
    ['告知书', '/bus/notice/index', '1'],
  ];
  expect(await entries('entadmin')).toEqual(mine);
  // All employees of the enterprise see its own entries, and nobody else does.
  expect(await entries('entstaff')).toEqual(mine);
  expect(await entries('regulator')).toEqual(tenant);
  expect(await entries('regulator', 'other')).toEqual([]);
  expect((await byType('1', 'entadmin'))[0]?.items[1]?.id).toBe(added);
  dataOf(await people.call('topic.delEntItem', { id: added }, 'entadmin'));
  expect((await people.call('topic.delEntItem', { id: added }, 'entadmin')).status).toBe(404);
  dataOf(await people.call('topic.resetEntItem', {}, 'entadmin'));
  expect(await entries('entadmin')).toEqual(tenant);
  expect((await people.call('topic.updateEntItem', { name: '坏', value: 'https://x' }, 'entadmin')).status).toBe(400);
  expect((await people.call('topic.updateEntItem', { name: '坏', value: '//x' }, 'entadmin')).status).toBe(400);
  const file = '/upms/file/0190a0b0-0000-7000-8000-000000000000';
  expect((await people.call('topic.updateEntItem', { name: '坏', value: file }, 'entadmin')).status).toBe(400);
  expect((await people.call('topic.updateEntItem', { name: '无权', value: '/a' }, 'entstaff')).status).toBe(403);
  expect((await people.call('topic.delEntItem', { id: first?.id }, 'regulator')).status).toBe(403);
});

test('counts done tasks of a campaign with evidence by enterprise', async () => {
  const input = {
    type: '2',
    title: '安全生产月',
    startOn: '2026-02-01',
    endOn: '2026-06-30',
    items: [
      { name: '制定方案', dueOn: '2026-02-10' },
      { name: '报送照片', dueOn: '2026-06-28', evidence: true },
    ],
  };
  const outside = await people.call('topic.create', { ...input, endOn: '2026-06-01' });
  expect([outside.status, outside.text]).toEqual([400, expect.stringContaining('“报送照片”的完成期限应在行动期间内')]);
  const { id } = dataOf<{ id: string }>(await people.call('topic.create', input));
  const campaign = async (...who: Who) => dataOf<Campaign>(await people.call('topic.campaign', { id }, ...who));
  const before = await campaign('entadmin');
  expect(before).toMatchObject({ enterprises: 1, tasks: 2, done: 0 });
  expect(before.items.map(({ name, state }) => [name, state])).toEqual([
    ['制定方案', 'late'],
    ['报送照片', 'open'],
  ]);
  const [plan, photo] = before.items.map((item) => item.id);
  const finish = (itemId: string | undefined, more: object = {}) =>
    people.call('topic.finish', { topicId: id, itemId, ...more }, 'entadmin');
  dataOf(await finish(plan, { note: '已印发' }));
  expect((await finish(plan)).text).toContain('这项任务已经办结');
  expect((await finish(photo)).text).toContain('请上传完成情况的照片或材料');
  const file = await waitingFile(app, people.home, 'evidence', 'entadmin');
  await app.sql('update file set enterprise_id = $1 where id = $2', [people.home.enterpriseIds[0], file.id]);
  dataOf(await finish(photo, { files: [file] }));
  expect((await campaign('entadmin')).items.map(({ state, files }) => [state, files.length])).toEqual([
    ['done', 0],
    ['done', 1],
  ]);
  const [view] = await byType('2', 'entadmin');
  expect(view?.items.map(({ value, status, fileUrl }) => [value, status, fileUrl])).toEqual([
    ['2026-02-10', '1', null],
    ['2026-06-28', '1', `/upms/file/${file.id}`],
  ]);
  const all = await campaign();
  expect(all.done / all.tasks).toBeCloseTo(2 / (all.enterprises * 2));
  expect(all.items.map(({ done, state }) => [done, state])).toEqual([
    [1, null],
    [1, null],
  ]);
  const rows = async (more: object = {}, ...who: Who) =>
    dataOf<{ records: CampaignRow[]; total: number }>(
      await people.call('topic.progress', { topicId: id, size: 100, ...more }, ...who),
    );
  const { records, total } = await rows();
  expect(total).toBe(all.enterprises);
  expect(records.reduce((sum, row) => sum + row.done, 0)).toBe(all.done);
  expect(records.reduce((sum, row) => sum + row.tasks, 0)).toBe(all.tasks);
  expect(records.at(-1)).toMatchObject({ enterpriseId: people.home.enterpriseIds[0], done: 2, late: 0 });
  expect((await rows({ state: 'all' })).total).toBe(1);
  expect((await rows({ state: 'late' })).total).toBe(all.enterprises - 1);
  expect((await rows({}, 'entadmin')).total).toBe(1);
  expect((await people.call('topic.progress', { topicId: id }, 'regulator', 'other')).status).toBe(404);
  const reopen = () => people.call('topic.reopen', { topicId: id, itemId: photo }, 'entadmin');
  dataOf(await reopen());
  expect((await reopen()).text).toContain('这项任务还没有办结');
  expect(await campaign()).toMatchObject({ done: 1 });
  expect((await people.call('topic.finish', { topicId: id, itemId: plan }, 'regulator')).status).toBe(403);
});
