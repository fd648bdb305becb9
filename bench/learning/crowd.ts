// Thousands of learners in a server whose clock is set: those who cheat, and those whose network is cut.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../../apps/server/src/platform/postgres/index.ts';
import { createRandom } from '../../apps/server/src/kernel/random.ts';
import { callNamed, sendCall } from '../../apps/server/testing/client.ts';
import { openTestApp, type TestApp } from '../../apps/server/testing/app.ts';
import { makeTenant } from '../../apps/server/testing/tenants.ts';
import { folderName } from '../../apps/server/testing/whole-run.ts';
import { openReport } from '../faults/report.ts';
import { say } from '../measure.ts';
import { creditedIn, lessonKey, makeLearners, type Ask, type Learner } from '../../apps/server/testing/learners.ts';
import { sitDown, type Player, type Send } from './player.ts';

const attacks = Number(process.env['BENCH_ATTACKS'] ?? 10_000);
const honest = Number(process.env['BENCH_HONEST'] ?? 1_000);
const seed = Number(process.env['BENCH_SEED'] ?? 20_261_127);
const atOnce = 32;
const beatSeconds = 15;
/** So many learn in the server at a time. */
const crowdMost = 1_000;

/** Does something for each, a few at once. */
async function forEach<T>(all: readonly T[], work: (one: T) => Promise<void>) {
  const waiting = [...all];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await work(next);
    }),
  );
}

async function withApp<T>(work: (app: TestApp, ask: Ask, send: Send) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'anlan-learners-'));
  process.env[folderName] = folder;
  const database = await startEmbedded({ dataDir: join(folder, 'data'), log: () => {} });
  const app = await openTestApp();
  const calls = { begin: callNamed(app, 'learning.begin'), beat: callNamed(app, 'learning.beat') };
  const send: Send = async (token, call, body) => {
    const { status, text } = await sendCall(app, calls[call], { ...body }, { token });
    return { status, data: status === 200 ? JSON.parse(text).data : null };
  };
  try {
    return await work(app, app.sql, send);
  } finally {
    await app.close();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const kinds = ['seek', '16x', 'devices', 'replay', 'clock'] as const;
type Kind = (typeof kinds)[number];

/** One person who wants more than they watched; each turn comes after so many seconds of the server's clock. */
function cheat(kind: Kind, send: Send, { token, tasks }: Learner, random: ReturnType<typeof createRandom>) {
  interface Seat {
    id: string;
    seq: number;
    nonce: string;
    at: number;
  }
  const seats: Seat[] = [];
  const old: object[] = [];
  const sit = async (task: string) => {
    const { data } = await send(token, 'begin', { id: task, key: lessonKey });
    if (data?.id) seats.push({ id: data.id, seq: data.seq, nonce: data.nonce, at: data.furthestMs });
  };
  const say = async (seat: Seat | undefined, from: number, to: number) => {
    if (!seat) return;
    const words = { id: seat.id, seq: seat.seq + 1, nonce: seat.nonce, from: Math.max(0, from), to: Math.max(0, to) };
    old.push(words);
    const { data } = await send(token, 'beat', words);
    if (data) Object.assign(seat, { seq: data.seq, nonce: data.nonce, at: Math.max(seat.at, data.furthestMs) });
  };
  return async (seconds: number) => {
    const [first] = tasks;
    if (first === undefined) return;
    if (seats.length === 0) await sit(first);
    const seat = seats.at(-1);
    const ms = seconds * 1000;
    const here = seat?.at ?? 0;
    if (kind === 'seek') {
      const far = here + random.between(10, 3_000) * 1000;
      await say(seat, random.chance(0.5) ? far : here, far + ms);
    } else if (kind === '16x') await say(seat, here, here + 16 * ms);
    else if (kind === 'devices') {
      // The same person on two devices at once: in another lesson, or twice in the same.
      if (seats.length < 2 || random.chance(0.3)) await sit(tasks[random.between(0, tasks.length - 1)] ?? first);
      await Promise.all(seats.slice(-2).map((one) => say(one, one.at, one.at + ms)));
    } else if (kind === 'replay') {
      await say(seat, here, here + ms);
      const again = old.slice(-3);
      await Promise.all(again.flatMap((words) => [words, words]).map((words) => send(token, 'beat', words)));
      if (seat)
        await send(token, 'beat', {
          id: seat.id,
          seq: seat.seq + 1,
          nonce: 'AAAAAAAAAAAAAAAAAAAAAA',
          from: here,
          to: here + ms,
        });
    } else {
      // What the phone's clock says went by, and beats that wait for hours or come at once.
      const most = random.between(60, 4 * 3_600) * 1000;
      await Promise.all([say(seat, here, here + most), say(seat, here - most, here + most)]);
    }
  };
}

async function attackersIn(app: TestApp, ask: Ask, send: Send): Promise<boolean> {
  const report = openReport(`${attacks} sittings that cheat`);
  const tenant = await makeTenant(app, { enterprises: 30 });
  const worst = new Map<Kind, number>(kinds.map((kind) => [kind, 0]));
  const given: string[] = [];
  let [sittings, creditedMs, crowds] = [0, 0, 0];
  while (sittings < attacks) {
    const wanted = Math.min(crowdMost, attacks - sittings);
    const at = app.clock.now();
    const learners = await makeLearners(ask, { tenant: tenant.id, people: wanted, tasks: 2, seconds: 4 * 3600, at });
    const all = learners.map((learner, n) => {
      const kind = kinds[n % kinds.length] ?? 'seek';
      return { kind, learner, act: cheat(kind, send, learner, createRandom(seed, crowds, n)) };
    });
    const random = createRandom(seed, crowds, 0xc10c);
    for (let turn = 0; turn < 6; turn += 1) {
      // Now a beat late, now so long away that more is asked for than is ever credited.
      const seconds = turn === 0 ? 0 : turn === 4 ? 3_000 : random.between(1, 2 * beatSeconds);
      app.clock.pass(seconds);
      await forEach(all, ({ act }) => act(seconds));
    }
    const wallMs = app.clock.now().getTime() - at.getTime();
    const written = await creditedIn(
      ask,
      learners.flatMap(({ tasks }) => tasks),
    );
    for (const { kind, learner } of all) {
      // A person watches one thing at a time: what counts is all that they have.
      const ms = learner.tasks.reduce((sum, task) => sum + (written.get(task) ?? 0), 0);
      creditedMs += ms;
      worst.set(kind, Math.max(worst.get(kind) ?? 0, ms / wallMs));
      if (ms > wallMs) given.push(`${kind}: ${ms} ms in ${wallMs}`);
    }
    sittings += wanted;
    crowds += 1;
    say(`${sittings} of ${attacks} have cheated`);
  }
  const [row] = await ask<{ n: number }>('select count(*)::int as n from learning_sitting where tenant_id = $1', [
    tenant.id,
  ]);
  report.line('sittings', row?.n ?? 0, `≥ ${attacks}`, (row?.n ?? 0) >= attacks);
  for (const [kind, share] of worst)
    report.line(`${kind}: most that one got of the time that passed`, `${(share * 100).toFixed(1)} %`);
  report.line('credited in all', `${(creditedMs / 3_600_000).toFixed(1)} h`, '> 0', creditedMs > 0);
  report.none('credited beyond the time that passed', given);
  return report.end();
}

/** Watches on for so many beats with five cuts between them: an answer is lost, or a network that is away for minutes. */
async function watch(player: Player, cuts: ReadonlyMap<number, number>, turn: number, away: Map<Player, number>) {
  player.play(beatSeconds * 1000);
  const left = away.get(player) ?? 0;
  const cut = cuts.get(turn);
  if (left > 0) away.set(player, left - 1);
  else if (cut !== undefined) {
    away.set(player, cut);
    // Every other cut takes the answer alone: the beat itself arrived.
    if (cut % 2 === 0) await player.beat({ isLost: true });
  } else await player.beat();
}

async function honestIn(app: TestApp, ask: Ask, send: Send): Promise<boolean> {
  const report = openReport(`${honest} honest learners, five cuts each`);
  const tenant = await makeTenant(app, { enterprises: 30 });
  const turns = 120;
  const at = app.clock.now();
  const learners = await makeLearners(ask, { tenant: tenant.id, people: honest, tasks: 1, seconds: 4 * 3600, at });
  const players: { player: Player; cuts: Map<number, number> }[] = [];
  const random = createRandom(seed, 0x401e);
  await forEach(learners, async (learner) => {
    const player = await sitDown(send, learner, learner.tasks[0] ?? '');
    // One in each fifth of the time, of up to five minutes: what is kept without a network and no more.
    const cuts = new Map(
      Array.from({ length: 5 }, (_, n) => [n * (turns / 5) + random.between(0, 3), random.between(1, 18)] as const),
    );
    players.push({ player, cuts });
  });
  const away = new Map<Player, number>();
  for (let turn = 0; turn < turns; turn += 1) {
    app.clock.pass(beatSeconds);
    await forEach(players, ({ player, cuts }) => watch(player, cuts, turn, away));
    if (turn % 20 === 19) say(`${turn + 1} of ${turns} beats`);
  }
  // A cut just before the end is over, too: what was kept goes, and what a lost answer held back goes with the next.
  for (let last = 0; last < 2; last += 1) await forEach(players, async ({ player }) => void (await player.beat()));
  const written = await creditedIn(
    ask,
    players.map(({ player }) => player.task),
  );
  const shares = players.map(({ player }) => (written.get(player.task) ?? 0) / player.at);
  const kept = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  report.line('kept of what was watched', `${(kept * 100).toFixed(2)} %`, '≥ 99 %', kept >= 0.99);
  report.line('least that one has kept', `${(Math.min(...shares) * 100).toFixed(2)} %`);
  report.none(
    'credited beyond the time that passed',
    shares.flatMap((share, n) => (share > 1 ? [`${n}: ${share}`] : [])),
  );
  report.none(
    'sittings that ended by a cut',
    players.flatMap(({ player }) => (player.ended === null ? [] : [`${player.task}: ${player.ended}`])),
  );
  return report.end();
}

/** Those who cheat. */
export const learnersCheating = () => withApp(attackersIn);
/** Those who are cut off. */
export const learnersCut = () => withApp(honestIn);
