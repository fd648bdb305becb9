// Tests who within an enterprise may edit self-inspections.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Inspection } from '@anlan/contract/modules/inspection/resource';
import { dataOf } from '../../../testing/client.ts';
import { openPeople, type People } from '../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';

let app: TestApp;
let people: People;
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
}, 120_000);
afterAll(() => app.close());

type Who = 'entstaff' | 'entadmin';
const call = (verb: string, input: Record<string, unknown>, who: Who) => people.call(`inspection.${verb}`, input, who);
const read = async (id: string, who: Who) => dataOf<Inspection>(await call('get', { id }, who));
async function begin(who: Who) {
  const items = [{ key: 'exit', kind: 'judgement', text: '安全出口畅通' }];
  const list = await people.call('checklist.create', { name: '自查表', kind: 'special', items }, 'entadmin');
  const { id: checklistId } = dataOf<{ id: string }>(list);
  const startedAt = '2026-01-15 08:00:00';
  const values = { title: '班组自查', kind: 'special', checklistId, inspectors: [{ name: '李检查' }], startedAt };
  return dataOf<{ id: string; version: number }>(await call('create', values, who));
}

test('S100 lets workers edit only their own self-inspection', async () => {
  const own = await begin('entstaff');
  expect((await read(own.id, 'entstaff')).abilities).toContain('answer');
  const { id, version } = await begin('entadmin');
  expect((await read(id, 'entstaff')).abilities).toEqual([]);
  const [first] = (await read(id, 'entadmin')).items;
  for (const [verb, input] of [
    ['answer', { id, key: first?.item.key, result: 'pass' }],
    ['update', { id, version, title: '改名' }],
    ['remove', { id, version }],
  ] as const)
    expect(await call(verb, input, 'entstaff'), verb).toMatchObject({
      status: 400,
      text: expect.stringContaining('由填写人办理'),
    });
  dataOf(await call('update', { id, version, title: '更正' }, 'entadmin'));
});
