// S99: tests every call with times, days and numbers. The registry names for each input field who may set the stored
// value. An out-of-range time or day is stored only in claims and plans. A future day is never stored in a claim
// about the past. An amount is stored only in its registered column.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, dayOf, formatInstant } from '@anlan/contract/domain/instant';
import type { Call } from '@anlan/contract/http/call-table';
import { workKinds } from '@anlan/contract/modules/delivery/offline-work';
import type { StoredFact } from '@anlan/contract/kit/stored-fact';
import { storedFacts } from '@anlan/contract/stored-facts';
import { kindFor, peopleOf, readPermits, type People } from '../../../testing/actors.ts';
import { openTestApp } from '../../../testing/app.ts';
import { callNamed, sendCall } from '../../../testing/client.ts';
import { workOf } from '../../../testing/delivery-fixtures.ts';
import { factInputsOf, workInputs, type FactInput } from '../../../testing/fact-inputs.ts';
import { fixtureOf } from '../../../testing/fixtures.ts';
import { makeTenant, type Kind, type TestTenant } from '../../../testing/tenants.ts';

const root = join(import.meta.dirname, '../../../../..');
const app = await openTestApp();
const writing = app.mounted.filter(({ call }) => call.effect === 'write');
const inputs = [...writing.flatMap(({ name, call }) => factInputsOf(name, call)), ...workInputs()];
let tenant: TestTenant;
let permits: Record<Kind, ReadonlySet<string>>;
let people: People;
beforeAll(async () => {
  tenant = await makeTenant(app);
  people = peopleOf(app, tenant);
  permits = await readPermits(app, tenant);
});
afterAll(() => app.close());

const inputsOf = (fact: StoredFact): readonly string[] => (fact.setBy === 'server' ? [] : fact.inputs);
/** Whether the client may set any value. */
const isFree = ({ setBy }: StoredFact) => setBy === 'claimed' || setBy === 'plan';
/** Table and column of a fact, without the path inside a JSON column. */
const columnOf = ({ column }: StoredFact) => column.split('.').slice(0, 2).join('.');

describe('S99 the registry of stored facts', () => {
  test('names the source of every stored time, day and number', () => {
    const registered = new Set(storedFacts.flatMap(inputsOf));
    const missing = [...new Set(inputs.map(({ name }) => name))].filter((name) => !registered.has(name));
    expect(missing, 'add an entry to stored-facts.ts of the module').toEqual([]);
    const existing = new Set(inputs.map(({ name }) => name));
    expect([...registered].filter((name) => !existing.has(name))).toEqual([]);
  });

  test('names only existing columns, each column once', async () => {
    const rows = await app.sql<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
    );
    const existing = new Set(rows.map(({ name }) => name));
    expect(storedFacts.map(columnOf).filter((name) => !existing.has(name))).toEqual([]);
    expect(new Set(storedFacts.map(({ column }) => column)).size).toBe(storedFacts.length);
  });

  test('has a label for every visible claim', () => {
    const folders = ['packages/contract/src', 'apps/web/src', 'apps/server/src/modules'];
    const texts = folders
      .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }))
      .filter((file) => !/stored-|\.test\./.test(file))
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n');
    const unseen = storedFacts.flatMap((fact) =>
      fact.setBy === 'claimed' && !texts.includes(fact.shownAs) ? [`${fact.column} ${fact.shownAs}`] : [],
    );
    expect(unseen).toEqual([]);
  });

  test('accepts no client claim as the basis of a decision', () => {
    // The type already forbids this combination, but a cast could bypass the type.
    const counted = storedFacts.filter((fact) => isFree(fact) && 'decides' in fact);
    expect(counted).toEqual([]);
  });
});

// Tables that record the input as text. Nothing is computed from them.
const records = new Set(['audit', 'history', 'idempotency']);
let scan: { name: string; sql: string }[] = [];
beforeAll(async () => {
  const columns = await app.sql<{ table: string; column: string; type: string }>(
    `select c.table_name as "table", c.column_name as "column", c.data_type as type from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
        and c.data_type in ('timestamp with time zone', 'jsonb')`,
  );
  scan = columns
    .filter(({ table }) => !records.has(table))
    .map(({ table, column, type }) => ({
      name: `${table}.${column}`,
      sql: `select '${table}.${column}' as name from "${table}" where ${
        type === 'jsonb' ? `"${column}"::text like '%' || $2 || '%'` : `"${column}" = $1::timestamptz`
      }`,
    }));
});
async function columnsWith(at: Date): Promise<string[]> {
  const sql = `select distinct name from (${scan.map((one) => one.sql).join(' union all ')}) found`;
  const rows = await app.sql<{ name: string }>(sql, [at.toISOString(), formatInstant(at)]);
  return rows.map(({ name }) => name);
}

const hourMs = 3_600_000;
let drawn = 0;
const hostileTimes = (now: Date, within = 24) =>
  [-300 * 24, -within - 2, 26].map((hours) => new Date(now.getTime() + hours * hourMs + (drawn += 1) * 1000));
function withValue(input: Record<string, unknown>, [key = '', ...rest]: readonly string[], at: string | number) {
  if (rest.length === 0) return { ...input, [key]: at };
  const value = input[key];
  const into = (one: unknown): unknown =>
    typeof one === 'object' && one !== null ? withValue({ ...one }, rest[0] === '*' ? rest.slice(1) : rest, at) : one;
  return { ...input, [key]: Array.isArray(value) ? value.map(into) : into(value) };
}

const factsOf = (input: FactInput) => storedFacts.filter((fact) => inputsOf(fact).includes(input.name));
/**
 * The widest allowed range of these facts in hours, at least a day. The range limits only users who profit from the
 * fact.
 */
const withinHours = (facts: readonly StoredFact[]) =>
  Math.max(
    24,
    ...facts.map((fact) =>
      fact.setBy === 'evidence' && 'withinHours' in fact.bound && typeof fact.bound.withinHours === 'number'
        ? fact.bound.withinHours
        : 0,
    ),
  );
const callerOf = (call: Call, facts: readonly StoredFact[]) =>
  facts.some(({ setBy }) => setBy === 'evidence') && permits.entadmin.has(String(call.permit))
    ? 'entadmin'
    : kindFor(call, permits);
async function send(name: string, call: Call, input: FactInput, value: string | number): Promise<void> {
  const made = await fixtureOf(await people.now(callerOf(call, factsOf(input))), name, call);
  await sendCall(app, call, withValue(made.input, input.path, value), made.sending);
}

describe.each(workKinds)('offline work: %s', (kind) => {
  test('S99 stores an out-of-range time only in claims', async () => {
    const actor = await people.now(kind.startsWith('inspection') ? 'regulator' : 'entadmin');
    const call = callNamed(app, 'delivery.send');
    const claims = new Set(storedFacts.filter(isFree).map(columnOf));
    const problems: string[] = [];
    for (const at of hostileTimes(app.clock.now())) {
      const clocks = { id: crypto.randomUUID(), at: formatInstant(at), sentAt: formatInstant(app.clock.now()) };
      const input = { ...clocks, ...(await workOf(actor, kind)) };
      expect((await sendCall(app, call, input, { token: actor.tokens.access_token })).status).toBe(200);
      for (const column of await columnsWith(at))
        if (!claims.has(column)) problems.push(`${formatInstant(at)} → ${column}`);
    }
    expect(problems).toEqual([]);
  }, 120_000);
});

describe.each(writing.filter(({ name, call }) => factInputsOf(name, call).some(({ kind }) => kind === 'time')))(
  '$name',
  ({ name, call }) => {
    test('S99 stores an out-of-range time only in claims and plans', async () => {
      const problems: string[] = [];
      for (const input of factInputsOf(name, call).filter(({ kind }) => kind === 'time')) {
        const facts = factsOf(input);
        const allowed = new Set(facts.filter(isFree).map(columnOf));
        for (const at of hostileTimes(app.clock.now(), withinHours(facts))) {
          await send(name, call, input, formatInstant(at));
          for (const column of await columnsWith(at))
            if (!allowed.has(column)) problems.push(`${input.name} ${formatInstant(at)} → ${column}`);
        }
      }
      expect(problems).toEqual([]);
    }, 120_000);
  },
);

/** Columns computed from planned days: due days of to-dos, reminders, and the last day of operation of a vehicle. */
const followingPlans = ['todo.due_on', 'own_todo.due_on', 'warning.valid_to', 'vehicle.valid_to'];
let dayScan = '';
beforeAll(async () => {
  const columns = await app.sql<{ name: string; table: string; column: string }>(
    `select c.table_name as "table", c.column_name as "column" from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'date'
        and c.is_generated = 'NEVER'`,
  );
  dayScan = columns
    .map(({ table, column }) => `select '${table}.${column}' as name from "${table}" where "${column}" = $1::date`)
    .join(' union ');
});
const columnsWithDay = async (day: string) => (await app.sql<{ name: string }>(dayScan, [day])).map(({ name }) => name);
let drawnDays = 0;
/** Finds a day near `about` days from today that no row contains. */
async function freshDay(about: number): Promise<string> {
  for (;;) {
    const day = addDays(dayOf(app.clock.now()), about + Math.sign(about) * (drawnDays += 1));
    if ((await columnsWithDay(day)).length === 0) return day;
  }
}

describe.each(writing.filter(({ name, call }) => factInputsOf(name, call).some(({ kind }) => kind === 'day')))(
  '$name',
  ({ name, call }) => {
    test('S99 stores a past day only in claims and plans', async () => {
      const problems: string[] = [];
      for (const input of factInputsOf(name, call).filter(({ kind }) => kind === 'day')) {
        const facts = factsOf(input);
        const columnsOf = (which: (fact: StoredFact) => boolean) => {
          const matchingFacts = facts.filter(which);
          return new Set([
            ...matchingFacts.map(columnOf),
            ...(matchingFacts.some(({ setBy }) => setBy === 'plan') ? followingPlans : []),
          ]);
        };
        for (const [about, allowed] of [
          [-300, columnsOf(isFree)],
          [400, columnsOf(({ setBy }) => setBy === 'plan')],
        ] as const) {
          const day = await freshDay(about);
          await send(name, call, input, day);
          for (const column of await columnsWithDay(day))
            if (!allowed.has(column)) problems.push(`${input.name} ${day} → ${column}`);
        }
      }
      expect(problems).toEqual([]);
    }, 120_000);
  },
);

let numberScan = '';
beforeAll(async () => {
  const columns = await app.sql<{ name: string; table: string; type: string }>(
    `select c.table_name as "table", c.column_name as "name", c.data_type as type from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
        and c.data_type in ('integer', 'bigint', 'numeric', 'double precision', 'jsonb')`,
  );
  numberScan = columns
    .filter(({ table }) => !records.has(table))
    .map(({ table, name, type }) => {
      const holds = type === 'jsonb' ? `"${name}"::text like '%' || $1::text || '%'` : `"${name}" = $1::bigint`;
      return `select '${table}.${name}' as name from "${table}" where ${holds}`;
    })
    .join(' union ');
});
// Start of the drawn amounts. No amount of the seeded tenants is close to it.
let drawnAmounts = 86_420_135;

describe.each(writing.filter(({ name, call }) => factInputsOf(name, call).some(({ kind }) => kind === 'amount')))(
  '$name',
  ({ name, call }) => {
    test('S99 stores an amount only in its registered columns', async () => {
      const problems: string[] = [];
      for (const input of factInputsOf(name, call).filter(({ kind }) => kind === 'amount')) {
        const allowed = new Set(factsOf(input).map(columnOf));
        drawnAmounts += 1;
        await send(name, call, input, drawnAmounts);
        const columns = await app.sql<{ name: string }>(numberScan, [drawnAmounts]);
        expect(columns, `${input.name} was not stored`).not.toEqual([]);
        for (const { name: column } of columns) if (!allowed.has(column)) problems.push(`${input.name} → ${column}`);
      }
      expect(problems).toEqual([]);
    }, 120_000);
  },
);
