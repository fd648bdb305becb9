// Every call once, with an input that goes well: without one the other suites would prove nothing of it. What it leaves
// in the audit is looked at where it goes well: a write one row, a read none (S74).
// G7: unmistakable texts lie in the database meanwhile (another tenant's everything, hashes, sealed values, whole phones),
// and none of them is found in an answer, an export, a log line or the audit of that walk (S09, S28, S70, S72, S78, S79).
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
import { mustLeaveItsTrace, tracedFrom } from '../../../testing/traces.ts';
import { workOver } from '../../../testing/work.ts';

const app = await openTestApp({ env: { LOG_LEVEL: 'trace' } });
const calls = app.mounted;
let mine: TestTenant;
let theirs: TestTenant;
let people: People;
let permits: Record<Kind, ReadonlySet<string>>;

interface Heard {
  name: string;
  kind: Kind | 'platform';
  sent: string;
  shown: string;
}
const heard: Heard[] = [];
const shownOnce: { name: string; secret: string }[] = [];

/** These show what is masked elsewhere: that is what they are for, and they are traced. */
const unmasking = new Set(['audit.reveal']);

const shownBy = (answer: Answer) =>
  answer.bytes.subarray(0, 2).toString() === 'PK' ? [...unzipped(answer.bytes).values()].join('\n') : answer.text;

const secretName = /password|token|ticket|proof|secret|recoveryCodes/i;
/** Texts of an answer that nobody but whoever asked may have: they stand under names that say so. */
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

test('every mounted call that writes has a name for logs and histories (callNames of its module)', () => {
  const writing = calls.filter(({ call }) => call.effect === 'write').map(({ name }) => name);
  expect(writing.length).toBeGreaterThan(30);
  expect(writing.filter((name) => callNames[name] === undefined)).toEqual([]);
});

// Whoever oversees sees what is masked; others are asked where these may not.
test.each(calls)(
  '$name has a fixture that goes well (apps/server/testing/fixtures.ts) and leaves its trace (S74)',
  async ({ name, call }) => {
    const kind = kindFor(call, permits);
    const actor = await people.now(kind);
    // What an earlier call began for many would change this one's row meanwhile.
    if (call.effect === 'write') await workOver(app, mine.id);
    const { input, sending } = await fixtureOf(actor, name, call);
    // As our own page does: what is answered under a key is kept for whoever comes with it again.
    const headers = { ...tracedFrom.headers, ...sending.headers, 'idempotency-key': crypto.randomUUID() };
    const answer = await sendCall(app, call, input, { ...sending, headers, from: tracedFrom.from });
    expect(answer.status, answer.text.slice(0, 500)).toBe(200);
    await mustLeaveItsTrace(app, name, call, actor, answer);
    heard.push({ name, kind, sent: JSON.stringify([input, sending]), shown: shownBy(answer) });
    // What is read may be read again.
    if (call.effect === 'write') for (const secret of secretsIn(answer.json)) shownOnce.push({ name, secret });
  },
);

/** Values of every column that holds a hash, a sealed text or a key, whatever table it stands in. */
async function hidden(): Promise<string[]> {
  const columns = await app.sql<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and data_type in ('text', 'bytea')
       and column_name ~ '(_hash|_sealed|_index|secret|^key)$' and table_name <> 'schema_migration'`,
  );
  expect(columns.length).toBeGreaterThan(5);
  const found = new Set<string>();
  for (const { table, column } of columns)
    for (const { value } of await app.sql<{ value: string }>(
      `select distinct ${column}::text as value from ${table} where length(${column}::text) >= 16`,
    ))
      found.add(value);
  return [...found];
}

const phonesOf = (tenantId: string) => phonesOfTenant(app, tenantId);

/** Where one of some texts is said that nobody said before; the texts themselves stay out of what fails. */
const foundIn = (some: readonly Heard[], texts: Iterable<string>) => {
  const list = [...texts];
  return some.flatMap(({ name, kind, sent, shown }) =>
    list
      .filter((text) => shown.includes(text) && !sent.includes(text))
      .map((text) => `${name} as ${kind} shows ${text}`),
  );
};

test('no answer and no export shows a hash, a sealed value or a key of any tenant (S28, S78)', async () => {
  expect(foundIn(heard, await hidden())).toEqual([]);
});

test('no answer and no export shows anything of another tenant (S21)', async () => {
  // Brands are for everybody.
  const canaries = (await canariesOf(app, theirs.id)).filter((text) => !text.endsWith('应急管理局'));
  expect(canaries.length).toBeGreaterThan(50);
  expect(foundIn(heard, canaries)).toEqual([]);
});

test('no answer and no export to those who oversee shows a whole phone but their own (S79)', async () => {
  const phones = await phonesOf(mine.id);
  // Without a token it is the applicant who reads what they sent in.
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

test('no log line holds a token, a password, a phone, a hash or the query of a request (S09, S72)', async () => {
  const lines = app.log.map((line) => ({ name: 'log', kind: 'nobody' as const, sent: '', shown: line }));
  expect(lines.length).toBeGreaterThan(calls.length);
  const tokens = people.tokens().flatMap((held) => [held.access_token, held.refresh_token]);
  const phones = [...(await phonesOf(mine.id)), ...(await phonesOf(theirs.id))];
  const secrets = [password, ...Object.values(app.secrets).filter((value) => typeof value === 'string')];
  const texts = [...tokens, ...phones, ...secrets, ...(await hidden())];
  expect(foundIn(lines, [...texts, 'access_token=', 'password=', '?username'])).toEqual([]);
  for (const line of app.log) expect(() => JSON.parse(line)).not.toThrow();
});

test('the audit of the walk holds no whole phone, hash or sealed value (S28, S74)', async () => {
  const rows = await app.sql<{ call: string; row: string }>(
    `select call, to_jsonb(a)::text as row from audit a where tenant_id in ($1, '0')`,
    [mine.id],
  );
  expect(rows.length).toBeGreaterThan(50);
  const lines = rows.map(({ call, row }) => ({ name: call, kind: 'nobody' as const, sent: '', shown: row }));
  expect(foundIn(lines, [...(await phonesOf(mine.id)), ...(await hidden())])).toEqual([]);
});

test('every type of thing that the audit of the walk speaks of is known to the rule of what is seen of it (S23)', async () => {
  const unknown = await app.sql(
    'select distinct object_type from audit where object_type is not null and not in_sight(object_type, null, null, null)',
  );
  expect(unknown).toEqual([]);
});

test('what an answer shows once is said in its row, and no table, log or kept answer holds it (S90)', async () => {
  expect(await app.sql('select from idempotency')).not.toHaveLength(0);
  const names = [...new Set(shownOnce.map(({ name }) => name))];
  for (const name of ['user.create', 'user.password', 'tenant.create', 'enterprise.applyProof', 'session.ticket'])
    expect(names).toContain(name);
  const tables = await app.sql<{ table: string }>(
    `select format('%I.%I', table_schema, table_name) as table from information_schema.tables
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  );
  const kept: Heard[] = app.log.map((line) => ({ name: 'log', kind: 'platform', sent: '', shown: line }));
  for (const { table } of tables)
    for (const { row } of await app.sql<{ row: string }>(`select to_jsonb(t)::text as row from ${table} t`))
      kept.push({ name: table, kind: 'platform', sent: '', shown: row });
  expect(kept.length).toBeGreaterThan(1_000);
  const found = shownOnce.flatMap(({ name, secret }) =>
    kept.filter(({ shown }) => shown.includes(secret)).map((where) => `${name} in ${where.name}`),
  );
  expect(found).toEqual([]);
  expect(names.filter((name) => !calls.some((one) => one.name === name && one.call.secret))).toEqual([]);
});
