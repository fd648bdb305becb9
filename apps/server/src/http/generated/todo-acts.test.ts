// Every to-do names an act. Whoever sees the to-do may do the act, and the act completes it or hands it on.
import { declaredResources } from '@anlan/contract/modules';
import { todoActs } from '@anlan/contract/domain/todo-acts';
import type { Todo } from '@anlan/contract/domain/todo';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callNamed, dataOf, send, sendCall } from '../../../testing/client.ts';
import { demoTenantId, openDemoTenant, signInDemo } from '../../../testing/demo-tenant.ts';
import type { TestApp } from '../../../testing/app.ts';

const people = ['admin1', 'finance1', 'regulator1', 'entadmin1', 'safety1', 'leader1', 'entstaff1'] as const;
type Person = (typeof people)[number];

const app: TestApp = await openDemoTenant();
const tokens = new Map<Person, string>();
beforeAll(async () => {
  for (const person of people) tokens.set(person, await signInDemo(app, person));
  await app.repairTodos(demoTenantId);
}, 120_000);
afterAll(() => app.close());

async function todosOf(person: Person): Promise<Todo[]> {
  const all: Todo[] = [];
  for (let page = 1; ; page += 1) {
    const { records, total } = dataOf<{ records: Todo[]; total: number }>(
      await send(app, 'GET', '/bus/todo/page', { token: tokens.get(person), query: { size: 100, current: page } }),
    );
    all.push(...records);
    if (all.length >= total || records.length === 0) return all;
  }
}
const isMove = (name: string, verb: string) =>
  declaredResources.some(({ resource }) => resource.name === name && verb in (resource.states?.moves ?? {}));

test('the permit of an act is that of its call', () => {
  const wrong = Object.entries(todoActs).filter(([name, { permit }]) => {
    const mounted = app.mounted.find((one) => one.name === name);
    return mounted ? mounted.call.permit !== permit : !['riskPoint.reassess'].includes(name);
  });
  expect(wrong.map(([name]) => name)).toEqual([]);
});

describe.each(people)('%s', (person) => {
  test('sees no to-do whose act the server does not offer', async () => {
    const refused = new Map<string, string>();
    const seen = new Map<string, number>();
    for (const { act, subjectId, title } of await todosOf(person)) {
      if (act === null) throw new Error(`${title} names no act`);
      seen.set(act.name, (seen.get(act.name) ?? 0) + 1);
      const [name = '', verb = ''] = act.name.split('.');
      if (!isMove(name, verb) || name === 'warning' || (seen.get(act.name) ?? 0) > 30) continue;
      const row = await sendCall(app, callNamed(app, `${name}.get`), { id: subjectId }, { token: tokens.get(person) });
      const abilities = row.status === 200 ? dataOf<{ abilities: string[] }>(row).abilities : [String(row.status)];
      if (!abilities.includes(verb)) refused.set(`${act.name} ${title}`, abilities.join());
    }
    console.log(person, Object.fromEntries(seen));
    expect(Object.fromEntries(refused)).toEqual({});
  });
});
