// G6: sends every write call fifty times concurrently with the same input, to one server and to two servers of one
// database. A state change has one effect, a unique row is created once, a quota holds, no answer is 5xx (S85, S74).
// testing/repeated-call-effects.ts lists the allowed effects. npm test runs a seeded sample; DEEP=1 runs all (npm run test:deep).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '@anlan/contract/http/call-table';
import { limits } from '@anlan/contract/limits';
import { sendCall, trySignIn, type Answer } from '../../../testing/client.ts';
import { effectsOf } from '../../../testing/repeated-call-effects.ts';
import { fieldsOf } from '../../../testing/fields.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { kindFor, peopleOf, readPermits, type People } from '../../../testing/actors.ts';
import { drawnMost, seedOf } from '../../../testing/seeds.ts';
import { fixtureOf } from '../../../testing/fixtures.ts';
import { makeTenant, type Kind, type TestTenant } from '../../../testing/tenants.ts';

const deep = process.env['DEEP'] === '1';
const seed = seedOf('RACE_SEED');
const only = process.env['RACE_CALL']?.split(',');
const sampled = 8;
const runners = 50;
// Uses fewer concurrent calls for spreadsheets, because the server reads them one at a time in a thread.
const runnersOf = (call: Call) => (call.file?.kinds.includes('xlsx') && !deep ? 12 : runners);

// Settings with equal secrets, so that both servers can decrypt each other's data.
const env = {
  CLIENT_ID: 'browser',
  CLIENT_SECRET: 's'.repeat(40),
  PASSWORD_KEY: 'abcdefgh12345678',
  FILE_LINK_KEY: 'k'.repeat(40),
};
const one = await openTestApp({ env });
// Both servers share the file folder and the message inbox, so each server can finish work of the other.
const two = await openTestApp({
  env: { ...env, DATA_DIR: one.config.dataDir },
  database: one.database,
  inbox: one.inbox,
});
const writing = one.mounted.filter(({ call }) => call.effect === 'write');
const selectedCalls = only
  ? writing.filter(({ name }) => only.includes(name))
  : deep
    ? writing
    : drawnMost(writing, 'RACE_SEED', sampled);

let tenant: TestTenant;
let permits: Record<Kind, ReadonlySet<string>>;
let people: People;
beforeAll(async () => {
  console.log(
    `G6: seed ${seed} (RACE_SEED=${seed} repeats it), ${selectedCalls.length} of ${writing.length} writing calls × ${runners}`,
  );
  tenant = await makeTenant(one);
  people = peopleOf(one, tenant);
  permits = await readPermits(one, tenant);
});
afterAll(async () => {
  await two.close();
  await one.close();
});

const traces = async (name: string, outcome: string) =>
  (await one.sql('select from audit where call = $1 and outcome = $2', [name, outcome])).length;

async function race(apps: TestApp[], name: string, call: Call) {
  if (name.startsWith('session.')) await one.sql('delete from sign_in_attempt');
  // Moves the clock past the limits per minute, because the test clock does not move by itself.
  for (const app of [one, two]) app.clock.pass(70);
  const { input, sending } = await fixtureOf(await people.now(kindFor(call, permits)), name, call);
  const before = await traces(name, 'done');
  const answers: Answer[] = await Promise.all(
    Array.from({ length: runnersOf(call) }, (_, index) =>
      sendCall(apps[index % apps.length] ?? one, call, input, sending),
    ),
  );
  const countByStatus = new Map<number, number>();
  for (const { status } of answers) countByStatus.set(status, (countByStatus.get(status) ?? 0) + 1);
  const telling = `${name} (seed ${seed}) ${JSON.stringify(Object.fromEntries(countByStatus))} ${answers.find(({ status }) => status >= 500)?.text ?? answers.find(({ status }) => status >= 400)?.text.slice(0, 200) ?? ''}\n${one.log.filter((line) => line.includes('"level":50')).at(-1) ?? ''}`;
  return { answers, went: countByStatus.get(200) ?? 0, traced: (await traces(name, 'done')) - before, telling };
}

describe.each(selectedCalls)('$name', ({ name, call }) => {
  test.each([
    ['one node', [one]],
    ['two nodes', [one, two]],
  ] as const)(
    'has only the allowed effects in fifty concurrent calls on %s',
    async (_, apps) => {
      const allowed = effectsOf(name, fieldsOf(call));
      const { answers, went, traced, telling } = await race([...apps], name, call);
      for (const { status } of answers) expect(status, telling).toBeLessThan(500);
      expect(went, telling).toBeGreaterThan(0);
      if (allowed === 1) {
        expect(went, telling).toBe(1);
        for (const { status } of answers)
          expect([200, 400, 401, 403, 404, 409, 426, 428, 429], telling).toContain(status);
      }
      if (allowed === 'equal') {
        const words = new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text));
        expect(words.size, telling).toBe(1);
        expect(traced, telling).toBeLessThanOrEqual(1);
      }
      // Each effect writes one audit row; a refusal writes none (S74).
      if (traced > 0 && allowed !== 'same' && allowed !== 'equal') expect(traced, telling).toBe(went);
      if (allowed === 1) expect(traced, telling).toBeLessThanOrEqual(1);
    },
    deep ? 120_000 : 60_000,
  );
});

test('S13 keeps the session limit with fifty concurrent sign-ins on two servers', async () => {
  await one.sql('delete from sign_in_attempt');
  const answers = await Promise.all(
    Array.from({ length: runners }, (_, index) => trySignIn(index % 2 ? two : one, tenant.id, 'entstaff')),
  );
  const problem = one.log
    .concat(two.log)
    .filter((line) => line.includes('"level":50'))
    .at(-1);
  // The server counts attempts for one name one by one and queues the hashing. A slow machine therefore answers 429
  // or 503 (S01, S03).
  for (const { status } of answers) expect([200, 429, 503], problem).toContain(status);
  const live = await one.sql('select from session where user_id = $1 and revoked_at is null', [tenant.people.entstaff]);
  expect(live.length).toBeLessThanOrEqual(limits.session.liveMax);
});
