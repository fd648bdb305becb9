// Every to-do names an act. Everybody who sees the to-do may do the act, and the act completes it or hands it on.
import { declaredResources } from '@anlan/contract/modules';
import { todoActs, type TodoAct } from '@anlan/contract/domain/todo-acts';
import type { Todo } from '@anlan/contract/domain/todo';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callNamed, dataOf, send, sendCall } from '../../../testing/client.ts';
import { demoTenantId, openDemoTenant, signInDemo } from '../../../testing/demo-tenant.ts';
import { moveInputFor } from '../../../testing/resource-test-data.ts';
import type { TestApp } from '../../../testing/app.ts';
import type { TestTenant } from '../../../testing/tenants.ts';

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

interface Row extends Record<string, unknown> {
  id: string;
  version: number;
  abilities: string[];
}
/** Acts on records of other calls; all others are moves or abilities of the record that the to-do names. */
const others = {
  'warning.urge': ['warning.page', 'enterpriseId'],
  'warning.renew': ['warning.page', 'enterpriseId'],
  'riskCheck.answer': ['riskCheck.page', 'enterpriseId'],
  'healthRecord.pass': ['healthRecord.page', 'taskId'],
} as const satisfies Partial<Record<TodoAct, readonly [list: string, by: string]>>;
const filters: Partial<Record<TodoAct, object>> = {
  'warning.urge': { level: 'expired' },
  'warning.renew': { status: '0' },
  'riskCheck.answer': { today: true, status: 'pending' },
  'healthRecord.pass': { result: 'pending' },
};
const isOther = (name: string): name is keyof typeof others => Object.hasOwn(others, name);

/** The records that the act changes; undefined if the act is no move of a declared resource. */
async function recordsOf({ act, subjectId }: Todo, token: string | undefined): Promise<Row[] | undefined> {
  const name = act?.name ?? '';
  const [resource = '', verb = ''] = name.split('.');
  if (isOther(name)) {
    const [list, by] = others[name];
    const page = await send(app, 'GET', callNamed(app, list).path, {
      token,
      query: { size: 100, [by]: subjectId, ...filters[name] },
    });
    return dataOf<{ records: Row[] }>(page).records;
  }
  const declared = declaredResources.find((one) => one.resource.name === resource)?.resource;
  if (!declared || !(verb in (declared.states?.moves ?? {}) || verb === 'reassess' || verb === 'update'))
    return undefined;
  const read = await sendCall(app, callNamed(app, `${resource}.get`), { id: subjectId }, { token });
  return read.status === 200 ? [dataOf<Row>(read)] : [];
}

test('names the permit of the call', () => {
  const wrong = Object.entries(todoActs).filter(
    ([name, { permit }]) => app.mounted.find((one) => one.name === name)?.call.permit !== permit,
  );
  expect(wrong.map(([name]) => name)).toEqual([]);
});

describe.each(people)('%s', (person) => {
  test('sees no to-do whose act the server refuses', async () => {
    const token = tokens.get(person);
    const refused: string[] = [];
    for (const todo of await todosOf(person)) {
      if (todo.act === null) throw new Error(`${todo.title} names no act`);
      const verb = todo.act.name.split('.')[1] ?? '';
      const records = await recordsOf(todo, token);
      if (records && !records.some(({ abilities }) => abilities.includes(verb)))
        refused.push(`${todo.act.name} ${todo.title}: ${records.map(({ abilities }) => abilities.join()).join(' / ')}`);
    }
    expect(refused).toEqual([]);
  });
});

/** The demo tenant as the makers of test data expect it. */
async function tenantOf(person: Person): Promise<TestTenant> {
  const [row] = await app.sql<{ id: string; enterprise: string | null }>(
    'select id, last_enterprise_id as enterprise from app_user where tenant_id = $1 and username = $2',
    [demoTenantId, person],
  );
  const kind = row?.enterprise ? 'entadmin' : 'regulator';
  const made = {
    id: demoTenantId,
    people: { [kind]: row?.id },
    enterpriseIds: row?.enterprise ? [row.enterprise] : [],
  };
  // The cast is safe: moveInputFor reads only these members.
  return made as unknown as TestTenant;
}

/** Acts whose input needs more than values of its fields. Other tests do them. */
const elsewhere: Partial<Record<TodoAct, string>> = {
  'danger.submit': 'danger.api.test.ts',
  'danger.sign': 'danger.api.test.ts',
  'danger.savePlan': 'danger.api.test.ts',
  'enforcement.reply': 'enforcement.api.test.ts',
  'report.send': 'report.api.test.ts',
  'riskCheck.answer': 'risk-check.api.test.ts',
  'enterprise.approve': 'http/todo.test.ts',
  'warning.renew': 'warning/registers-and-todos.api.test.ts',
  'vehicleAlarm.handle': 'vehicle-alarm.api.test.ts',
};

describe.each(people)('%s', (person) => {
  test('ends one to-do of each kind by its act', async () => {
    const token = tokens.get(person);
    const tenant = await tenantOf(person);
    const open = await todosOf(person);
    const firsts = [...new Map(open.toReversed().map((todo) => [todo.act?.name ?? '', todo])).values()];
    const stayed: string[] = [];
    for (const todo of firsts) {
      const name = todo.act?.name ?? '';
      const [resource = '', verb = ''] = name.split('.');
      const declared = declaredResources.find((one) => one.resource.name === resource)?.resource;
      const move = declared?.states?.moves[verb];
      const records = await recordsOf(todo, token);
      if (name in elsewhere || !move || !records) continue;
      for (const row of records.filter(({ abilities }) => abilities.includes(verb))) {
        const input = await moveInputFor(app, tenant, move, tenant.enterpriseIds.length > 0 ? 'entadmin' : 'regulator');
        const required = Object.entries(move.ask ?? {}).filter(([, { spec }]) => spec.required);
        const sent = Object.fromEntries(required.map(([key]) => [key, input[key]]));
        const answer = await sendCall(
          app,
          callNamed(app, name),
          { ...sent, id: row.id, version: row.version },
          { token },
        );
        if (answer.status !== 200) stayed.push(`${name} ${todo.title}: ${answer.text}`);
      }
      const after = (await todosOf(person)).find(({ id }) => id === todo.id);
      if (after?.act?.name === name) stayed.push(`${name} ${todo.title} stays`);
    }
    expect(stayed).toEqual([]);
  });
});
