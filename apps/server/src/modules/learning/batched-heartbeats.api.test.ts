// Tests heartbeats that are written together: each follows the rules of its own learner.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SittingState } from '@anlan/contract/modules/learning/views';
import { withConnection } from '#platform/db/connection.ts';
import { callNamed, dataOf, sendCall } from '../../../testing/client.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { lessonKey, makeLearners, type Learner } from '../../../testing/learners.ts';
import { makeTenant } from '../../../testing/tenants.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

interface Seat extends Learner {
  state: SittingState & { id: string };
}
const call = (name: string, { token }: Learner, body: object) =>
  sendCall(app, callNamed(app, `learning.${name}`), { ...body }, { token });
const wordsOf = ({ state }: Seat, from: number, to: number) => ({
  id: state.id,
  seq: state.seq + 1,
  nonce: state.nonce,
  from: from * 1000,
  to: to * 1000,
});
async function play(seat: Seat, from: number, to: number): Promise<SittingState> {
  const state = dataOf<SittingState>(await call('beat', seat, wordsOf(seat, from, to)));
  seat.state = { ...seat.state, ...state };
  return state;
}
/** Creates learners of several enterprises. Each has played 15 seconds. */
async function seated(people: number): Promise<Seat[]> {
  const tenant = await makeTenant(app);
  const at = app.clock.now();
  const learners = await makeLearners(app.sql, { tenant: tenant.id, people, tasks: 1, seconds: 60, at });
  const seats = await Promise.all(
    learners.map(async (learner): Promise<Seat> => {
      const begun = await call('begin', learner, { id: learner.tasks[0], key: lessonKey });
      return { ...learner, state: dataOf(begun) };
    }),
  );
  app.clock.pass(15);
  await Promise.all(seats.map((seat) => play(seat, 0, 15)));
  return seats;
}
const written = (seats: readonly Seat[]) =>
  app.sql<{ id: string; ms: number; seconds: number; hours: string; refused: number; mark: string }>(
    `select t.id, p.credited_ms as ms, t.seconds, t.hours, s.refused_ms as refused, p.xmin::text as mark
     from learning_task t join learning_progress p on p.tenant_id = t.tenant_id and p.task_id = t.id
     join learning_sitting s on s.tenant_id = t.tenant_id and s.task_id = t.id
     where t.id = any($1::uuid[]) order by t.id`,
    [seats.flatMap(({ tasks }) => tasks)],
  );

test('RT-27 credits heartbeats sent in one group like heartbeats sent one by one', async () => {
  const seats = await seated(12);
  const [seek, fast, ...honest] = seats;
  if (!seek || !fast) throw new Error('nobody sits');
  app.clock.pass(15);
  const [far, much] = await Promise.all([
    play(seek, 40, 55),
    play(fast, 15, 60),
    ...honest.map((seat) => play(seat, 15, 30)),
  ]);
  expect(far).toMatchObject({ refused: 'seek', addedMs: 0, creditedMs: 15_000 });
  expect(much).toMatchObject({ refused: 'clock', addedMs: 15_000, creditedMs: 30_000 });
  for (const { state } of honest)
    expect(state).toMatchObject({ seq: 2, addedMs: 15_000, creditedMs: 30_000, furthestMs: 30_000, repeated: false });
  const rows = await written(seats);
  expect(new Set(rows.map(({ mark }) => mark)).size).toBeLessThan(seats.length);
  const of = (seat: Seat) => rows.find(({ id }) => id === seat.tasks[0]);
  expect(of(seek)).toMatchObject({ ms: 15_000, seconds: 15, refused: 15_000 });
  expect(of(fast)).toMatchObject({ ms: 30_000, seconds: 30, refused: 15_000 });
  for (const seat of honest) expect(of(seat)).toMatchObject({ ms: 30_000, seconds: 30, hours: '0.01', refused: 0 });
  // A lesson is finished by its last heartbeat, also while other learners of the group continue.
  app.clock.pass(30);
  await Promise.all(honest.map((seat) => play(seat, 30, 60)));
  for (const { state } of honest) expect(state).toMatchObject({ creditedMs: 60_000, lessonDone: true });
});

test('gives no time credit for heartbeats that are duplicate, old or of another learner', async () => {
  const [one, other, ...rest] = await seated(6);
  if (!one || !other) throw new Error('nobody sits');
  const old = { ...wordsOf(one, 0, 15), seq: 1 };
  app.clock.pass(15);
  const [first, second, stranger, replayed] = await Promise.all([
    call('beat', one, wordsOf(one, 15, 30)),
    call('beat', one, wordsOf(one, 15, 30)),
    call('beat', other, wordsOf(one, 15, 30)),
    call('beat', one, { ...old, nonce: 'A'.repeat(22) }),
    ...rest.map((seat) => play(seat, 15, 30)),
  ]);
  const both = [first, second].map((answer) => dataOf<SittingState>(answer));
  expect(both.map(({ repeated }) => repeated).toSorted()).toEqual([false, true]);
  for (const state of both) expect(state).toMatchObject({ seq: 2, creditedMs: 30_000 });
  expect([stranger.status, replayed.status]).toEqual([404, 409]);
  const rows = await written([one, other]);
  expect(rows.map(({ ms }) => ms).toSorted()).toEqual([15_000, 30_000]);
});

test('delays only the heartbeat whose row is locked', async () => {
  const [held, ...others] = await seated(4);
  if (!held) throw new Error('nobody sits');
  app.clock.pass(15);
  await withConnection(app.database.superuserUrl(), async (client) => {
    await client.query('begin');
    await client.query('select from learning_sitting where id = $1 for update', [held.state.id]);
    let isAnswered = false;
    const late = play(held, 15, 30).finally(() => (isAnswered = true));
    for (const state of await Promise.all(others.map((seat) => play(seat, 15, 30))))
      expect(state.creditedMs).toBe(30_000);
    expect(isAnswered).toBe(false);
    await client.query('commit');
    expect((await late).creditedMs).toBe(30_000);
  });
});
