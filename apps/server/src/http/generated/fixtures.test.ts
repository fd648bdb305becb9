// Sends every call once with a valid input; the other suites use these inputs. A write leaves one audit row, a read
// none (S74). G7: canary texts (another tenant's data, hashes, encrypted values, whole phones) appear in no answer,
// export, log line or audit row (S09, S28, S70, S72, S78, S79).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callNames } from '@anlan/contract/labels';
import { sendCall, type Answer } from '../../../testing/client.ts';
import { openTestApp } from '../../../testing/app.ts';
import { phonesOfTenant } from '../../../testing/phones.ts';
import { unzipped } from '../../../testing/sample-files.ts';
import { canariesOf } from '../../../testing/snapshots.ts';
import { actorOf, kindFor, peopleOf, readPermits, type People } from '../../../testing/actors.ts';
import { fixtureOf } from '../../../testing/fixtures.ts';
import { makeTenant, password, type Kind, type TestTenant } from '../../../testing/tenants.ts';
import { expectAuditRow, tracedFrom } from '../../../testing/audit-checks.ts';
import { workOver } from '../../../testing/wait-for-jobs.ts';

const app = await openTestApp({ env: { LOG_LEVEL: 'trace' } });
const calls = app.mounted;
let mine: TestTenant;
let theirs: TestTenant;
let people: People;
let permits: Record<Kind, ReadonlySet<string>>;

interface ShownText {
  name: string;
  kind: Kind | 'platform';
  sent: string;
  shown: string;
}
const heard: ShownText[] = [];
const shownOnce: { name: string; secret: string }[] = [];

/** These calls reveal masked values by design, and the audit records them. */
const unmasking = new Set(['audit.reveal']);

const shownBy = (answer: Answer) =>
  answer.bytes.subarray(0, 2).toString() === 'PK' ? [...unzipped(answer.bytes).values()].join('\n') : answer.text;

const secretName = /password|token|ticket|proof|secret|recoveryCodes/i;
function secretsIn(value: unknown, under = ''): string[] {
  if (typeof value === 'string') return secretName.test(under) && value.length >= 8 ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => secretsIn(inner, Array.isArray(value) ? under : key));
}

beforeAll(async () => {
  mine = await makeTenant(app);
  people = peopleOf(app, mine);
  theirs = await makeTenant(app);
  permits = await readPermits(app, mine);
  for (const kind of ['admin', 'entadmin'] as const) await actorOf(app, theirs, kind);
}, 120_000);
afterAll(() => app.close());

test('finds a label in callNames for every write call', () => {
  const writing = calls.filter(({ call }) => call.effect === 'write').map(({ name }) => name);
  expect(writing.length).toBeGreaterThan(30);
  expect(writing.filter((name) => callNames[name] === undefined)).toEqual([]);
});

// Overseers see masked values. Calls that overseers may not make are tried by another kind of user.
test.each(calls)('writes an audit row for the valid input of $name (S74)', async ({ name, call }) => {
  const kind = kindFor(call, permits);
  const actor = await people.now(kind);
  // Finishes the jobs of earlier calls, which could otherwise change the row of this call.
  if (call.effect === 'write') await workOver(app, mine.id);
  const { input, sending } = await fixtureOf(actor, name, call);
  // Sends an idempotency key as our page does. The server stores the answer for a retry with that key.
  const headers = { ...tracedFrom.headers, ...sending.headers, 'idempotency-key': crypto.randomUUID() };
  const answer = await sendCall(app, call, input, { ...sending, headers, from: tracedFrom.from });
  expect(answer.status, answer.text.slice(0, 500)).toBe(200);
  await expectAuditRow(app, name, call, actor, answer);
  heard.push({ name, kind, sent: JSON.stringify([input, sending]), shown: shownBy(answer) });
  // Records secrets of writes only, because a read may return the same secret again.
  if (call.effect === 'write') for (const secret of secretsIn(answer.json)) shownOnce.push({ name, secret });
});

async function hidden(): Promise<string[]> {
  const columns = await app.sql<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and data_type in ('text', 'bytea')
       and column_name ~ '(_hash|_sealed|_index|secret|^key)$' and table_name <> 'schema_migration'`,
  );
  expect(columns.length).toBeGreaterThan(5);
  const hiddenValues = new Set<string>();
  for (const { table, column } of columns)
    for (const { value } of await app.sql<{ value: string }>(
      `select distinct ${column}::text as value from ${table} where length(${column}::text) >= 16`,
    ))
      hiddenValues.add(value);
  return [...hiddenValues];
}

const phonesOf = (tenantId: string) => phonesOfTenant(app, tenantId);

/**
 * Returns which of the canary texts occur in `texts`, unless an input contained them. Failures do not print the texts.
 */
const foundIn = (some: readonly ShownText[], texts: Iterable<string>) => {
  const list = [...texts];
  return some.flatMap(({ name, kind, sent, shown }) =>
    list
      .filter((text) => shown.includes(text) && !sent.includes(text))
      .map((text) => `${name} as ${kind} shows ${text}`),
  );
};

test('shows no hash, encrypted value or key in any answer or export (S28, S78)', async () => {
  expect(foundIn(heard, await hidden())).toEqual([]);
});

test('shows no data of another tenant in any answer or export (S21)', async () => {
  // Excludes brand names, because they are public.
  const canaries = (await canariesOf(app, theirs.id)).filter((text) => !text.endsWith('应急管理局'));
  expect(canaries.length).toBeGreaterThan(50);
  expect(foundIn(heard, canaries)).toEqual([]);
});

test('shows overseers no unmasked phone of another person in any answer or export (S79)', async () => {
  const phones = await phonesOf(mine.id);
  // Without a token the applicant reads their own application.
  const open = new Set(calls.filter(({ call }) => call.permit === 'public').map(({ name }) => name));
  const overseeing = heard.filter(
    ({ name, kind }) => ['regulator', 'admin'].includes(kind) && !unmasking.has(name) && !open.has(name),
  );
  expect(overseeing.length).toBeGreaterThan(100);
  const [own] = await app.sql<{ id: string; sealed: string }>(
    'select id::text, phone_sealed as sealed from app_user where id = $1',
    [mine.people.regulator],
  );
  const vault = await app.vault.of({ scope: { tenantId: mine.id } });
  if (own?.sealed) phones.delete(vault.open({ table: 'app_user', column: 'phone_sealed', id: own.id }, own.sealed));
  expect(foundIn(overseeing, phones)).toEqual([]);
});

test('writes no token, password, phone, hash or query into a log line (S09, S72)', async () => {
  const lines = app.log.map((line) => ({ name: 'log', kind: 'nobody' as const, sent: '', shown: line }));
  expect(lines.length).toBeGreaterThan(calls.length);
  const tokens = people.tokens().flatMap((held) => [held.access_token, held.refresh_token]);
  const phones = [...(await phonesOf(mine.id)), ...(await phonesOf(theirs.id))];
  const secrets = [password, ...Object.values(app.secrets).filter((value) => typeof value === 'string')];
  const texts = [...tokens, ...phones, ...secrets, ...(await hidden())];
  expect(foundIn(lines, [...texts, 'access_token=', 'password=', '?username'])).toEqual([]);
  for (const line of app.log) expect(() => JSON.parse(line)).not.toThrow();
});

test('writes no unmasked phone, hash or encrypted value into the audit (S28, S74)', async () => {
  const rows = await app.sql<{ call: string; row: string }>(
    `select call, to_jsonb(a)::text as row from audit a where tenant_id in ($1, '0')`,
    [mine.id],
  );
  expect(rows.length).toBeGreaterThan(50);
  const lines = rows.map(({ call, row }) => ({ name: call, kind: 'nobody' as const, sent: '', shown: row }));
  expect(foundIn(lines, [...(await phonesOf(mine.id)), ...(await hidden())])).toEqual([]);
});

test('has a visibility rule for every audited object type (S23)', async () => {
  const unknown = await app.sql(
    'select distinct object_type from audit where object_type is not null and not in_sight(object_type, null, null, null)',
  );
  expect(unknown).toEqual([]);
});

test('declares a one-time secret in the row of its call (S90)', async () => {
  expect(await app.sql('select from idempotency')).not.toHaveLength(0);
  const names = [...new Set(shownOnce.map(({ name }) => name))];
  for (const name of ['user.create', 'user.password', 'tenant.create', 'enterprise.applyProof', 'session.ticket'])
    expect(names).toContain(name);
  const tables = await app.sql<{ table: string }>(
    `select format('%I.%I', table_schema, table_name) as table from information_schema.tables
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  );
  const records: ShownText[] = app.log.map((line) => ({ name: 'log', kind: 'platform', sent: '', shown: line }));
  for (const { table } of tables)
    for (const { row } of await app.sql<{ row: string }>(`select to_jsonb(t)::text as row from ${table} t`))
      records.push({ name: table, kind: 'platform', sent: '', shown: row });
  expect(records.length).toBeGreaterThan(1_000);
  const leakedSecrets = shownOnce.flatMap(({ name, secret }) =>
    records.filter(({ shown }) => shown.includes(secret)).map((where) => `${name} in ${where.name}`),
  );
  expect(leakedSecrets).toEqual([]);
  expect(names.filter((name) => !calls.some((one) => one.name === name && one.call.secret))).toEqual([]);
});
