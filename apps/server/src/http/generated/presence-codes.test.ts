// S101: workers cannot read presence codes. A user without a duty sends every read call with a valid input. Of the
// modules without presence codes only an eighth runs (PRESENCE_SEED; DEEP=1 runs all). Leaders and printers can read
// the codes, which proves that the search works.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actorOf, peopleOf, readPermits, type Actor, type People } from '../../../testing/actors.ts';
import { openTestApp } from '../../../testing/app.ts';
import { sendCall, type Answer } from '../../../testing/client.ts';
import { fixtureOf } from '../../../testing/fixtures.ts';
import { unzipped } from '../../../testing/sample-files.ts';
import { isDrawn } from '../../../testing/seeds.ts';
import { makeTenant, type TestTenant } from '../../../testing/tenants.ts';

const app = await openTestApp();
let mine: TestTenant;
let people: People;
let permits: ReadonlySet<string>;
beforeAll(async () => {
  mine = await makeTenant(app);
  people = peopleOf(app, mine);
  permits = (await readPermits(app, mine)).entstaff;
  await actorOf(app, mine, 'entadmin');
}, 120_000);
afterAll(() => app.close());

const sessionCode = /[0-9a-f-]{36}\.[0-9]{1,12}\.[0-9a-f]{32}/;
const shownBy = (answer: Answer) =>
  answer.bytes.subarray(0, 2).toString() === 'PK' ? [...unzipped(answer.bytes).values()].join('\n') : answer.text;
async function codesIn(text: string): Promise<string[]> {
  const points = await app.sql<{ code: string }>('select presence_code as code from risk_point');
  const session = sessionCode.exec(text)?.[0];
  return [...points.map(({ code }) => code).filter((code) => text.includes(code)), ...(session ? [session] : [])];
}
async function answerTo(actor: Actor, name: string): Promise<Answer> {
  const mounted = app.mounted.find((one) => one.name === name);
  if (!mounted) throw new Error(`no call is named ${name}`);
  const { input, sending } = await fixtureOf(actor, name, mounted.call);
  return sendCall(app, mounted.call, input, sending);
}
const seedName = 'PRESENCE_SEED';
/** Selects all calls of modules that have presence codes, and a drawn share of the others. */
const isAbout = (name: string) => /^(riskPoint|riskCheck|classSession|delivery)\./.test(name);
const mayCall = (permit: unknown) => typeof permit !== 'string' || !permit.includes(':') || permits.has(permit);

test('S101 gives leaders of class sessions and printers of risk cards the presence code', async () => {
  for (const name of ['riskPoint.card', 'classSession.code']) {
    const answer = await answerTo(await people.now('entadmin'), name);
    expect([name, answer.status, (await codesIn(shownBy(answer))).length]).toEqual([name, 200, 1]);
  }
});

test('S101 gives a worker no presence code in any read call', async () => {
  const leaks: string[] = [];
  let answered = 0;
  for (const { name, call } of app.mounted) {
    if (call.effect === 'write' || !mayCall(call.permit) || !(isAbout(name) || isDrawn(name, seedName))) continue;
    const answer = await answerTo(await people.now('entstaff'), name).catch((error: unknown) => {
      // Staff cannot prepare this input. Another suite tests that refusal.
      if (error instanceof Error) return null;
      throw error;
    });
    if (answer?.status === 200) answered += 1;
    if (answer && (await codesIn(shownBy(answer))).length > 0) leaks.push(name);
  }
  expect(leaks).toEqual([]);
  expect(answered).toBeGreaterThan(10);
}, 300_000);
