// To-dos that ask for a receipt: they stay open until the reader confirms or the announcement expires.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataOf } from '../../../../testing/client.ts';
import { openPeople, type People } from '../../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../../testing/app.ts';

let app: TestApp;
let people: People;
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
}, 120_000);
afterAll(() => app.close());

type Kind = Parameters<People['token']>[0];
interface Step {
  id: string;
  version: number;
}
const done = async <T>(name: string, input: Record<string, unknown>, kind?: Kind) =>
  dataOf<T>(await people.call(name, input, kind));
const waiting = async (title: string, kind: Kind) =>
  (
    await done<{ records: { title: string; path: string; kind: string }[] }>('notice.todoPage', { size: 100 }, kind)
  ).records.filter((todo) => todo.title === `回执：${title}`);
const draft = (title: string, more: Record<string, unknown> = {}) =>
  done<Step>('notice.create', {
    title,
    kind: 'deployment',
    content: '<p>请回执。</p>',
    audience: 'kinds',
    targets: ['regulator', 'enterprise'],
    needReceipt: true,
    ...more,
  });

test('gives readers of an announcement a to-do until they confirm receipt', async () => {
  const title = '汛期值守要求';
  const out = await done<Step>('notice.publish', { ...(await draft(title)) });
  for (const kind of ['admin', 'entstaff'] as const) {
    const [todo, ...more] = await waiting(title, kind);
    expect([todo?.kind, todo?.path, more]).toEqual(['confirm', `/notice?tab=announcement&id=${out.id}`, []]);
  }
  expect(await waiting(title, 'regulator')).toEqual([]);
  expect(await waiting(title, 'shop')).toEqual([]);
  await done('notice.receipt', { id: out.id }, 'entstaff');
  expect(await waiting(title, 'entstaff')).toEqual([]);
  expect(await waiting(title, 'admin')).toHaveLength(1);
});

test('creates no to-do for withdrawn and future announcements', async () => {
  const out = await done<Step>('notice.publish', { ...(await draft('撤回的要求')) });
  expect(await waiting('撤回的要求', 'entstaff')).toHaveLength(1);
  await done('notice.withdraw', { ...out, reason: '内容有误，重新发布' });
  expect(await waiting('撤回的要求', 'entstaff')).toEqual([]);
  await done('notice.publish', { ...(await draft('只看不回', { needReceipt: false })) });
  expect(await waiting('只看不回', 'entstaff')).toEqual([]);
});
