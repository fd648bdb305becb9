// 5,000 learners with a beat each 15 seconds over HTTP; in the middle the database and the server are killed at once.
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { crediting } from '@anlan/contract/modules/learning/crediting';
import { installation, look, nodeOn, postmasterOf, removeInstallation, signal } from '../faults/installation.ts';
import { openReport, seconds } from '../faults/report.ts';
import { creditedIn, makeLearners, type Ask } from '../../apps/server/testing/learners.ts';
import { cpuSpent } from '../processor.ts';
import { sitDown, type Player } from './player.ts';
import { sendTo } from './send.ts';

const people = Number(process.env['BENCH_LEARNERS'] ?? 5_000);
const minutes = Number(process.env['BENCH_MINUTES'] ?? 10);
const tickMs = 50;
/** As many sit down at once. */
const atOnce = 24;
/** After a start so much is not counted: everybody who was away comes back in it. */
const settlingMs = 2 * crediting.beatMs;

const at = (times: readonly number[], share: number) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? 0;

/** One stretch of time that is measured. */
interface Window {
  name: string;
  times: number[];
  cores: number;
}

/** Lets them learn; answers whether every demand was met. */
export async function learnersLoad(): Promise<boolean> {
  const folder = await installation('learners');
  const node = nodeOn(folder);
  const agent = new Agent({ keepAlive: true, maxSockets: 128 });
  const report = openReport(`${people} learners, a beat each 15 s, ${minutes} minutes`);
  const ask: Ask = (text, values) => look(folder, text, values);
  const statuses = new Map<number, number>();
  let window: Window | null = null;

  const send = sendTo(node.url, agent, (status, call, ms) => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status === 200 && call === 'beat') window?.times.push(ms);
  });

  try {
    await node.start();
    const learners = await makeLearners(ask, { tenant: '1', people, tasks: 1, seconds: 4 * 3600, at: new Date() });
    const sitting: { player: Player; since: number; playedTo: number; dueAt: number; isBusy: boolean }[] = [];
    const waiting = [...learners];
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let next = waiting.pop(); next; next = waiting.pop()) {
          const since = performance.now();
          const player = await sitDown(send, next, next.tasks[0] ?? '');
          sitting.push({ player, since, playedTo: performance.now(), dueAt: 0, isBusy: false });
        }
      }),
    );
    report.line('sat down', sitting.length, String(people), sitting.length === people);

    // Spread over the 15 seconds, as people are who did not begin at the same moment.
    const began = performance.now();
    for (const [n, one] of sitting.entries()) one.dueAt = began + (n / sitting.length) * crediting.beatMs;
    let lateMs = 0;
    const turn = (one: (typeof sitting)[number], now: number) => {
      lateMs = Math.max(lateMs, now - one.dueAt);
      one.dueAt += crediting.beatMs;
      one.player.play(Math.floor(now - one.playedTo));
      one.playedTo = now;
      if (one.isBusy) return;
      one.isBusy = true;
      void one.player.beat().finally(() => (one.isBusy = false));
    };
    const timer = setInterval(() => {
      const now = performance.now();
      for (const one of sitting) if (one.dueAt <= now) turn(one, now);
    }, tickMs);

    const measured: Window[] = [];
    async function measure(name: string, ms: number) {
      const pid = node.process().pid ?? 0;
      const before = { cpu: cpuSpent(pid, folder).all, at: performance.now() };
      const one: Window = { name, times: [], cores: 0 };
      window = one;
      await pause(ms);
      window = null;
      one.cores = (cpuSpent(pid, folder).all - before.cpu) / ((performance.now() - before.at) / 1000);
      measured.push(one);
    }
    await pause(settlingMs);
    const half = (minutes * 60_000) / 2;
    await measure('before the kill', half);

    const postmaster = postmasterOf(folder);
    const struckAt = performance.now();
    if (postmaster !== null) signal(postmaster, 'SIGKILL');
    await node.kill();
    await node.start();
    const downMs = performance.now() - struckAt;
    await pause(settlingMs);
    await measure('after it', half);
    clearInterval(timer);
    while (sitting.some(({ isBusy }) => isBusy)) await pause(50);

    const written = await creditedIn(
      ask,
      sitting.map(({ player }) => player.task),
    );
    const lost: string[] = [];
    const given: string[] = [];
    for (const { player, since } of sitting) {
      const ms = written.get(player.task) ?? 0;
      if (ms < player.acknowledged) lost.push(`${player.task}: ${ms} of ${player.acknowledged} ms`);
      if (ms > performance.now() - since) given.push(`${player.task}: ${ms} ms`);
    }
    const kept = sitting.reduce((sum, { player }) => sum + (written.get(player.task) ?? 0) / player.at, 0);
    for (const { name, times, cores } of measured) {
      report.line(`${name}: beats`, `${times.length}, ${(times.length / (half / 1000)).toFixed(0)} a second`);
      report.line(`${name}: cores of server and database`, cores.toFixed(2), '≤ 0.8', cores <= 0.8);
      const p99 = at(times, 0.99);
      report.line(
        `${name}: answers`,
        `p50 ${at(times, 0.5).toFixed(1)}, p99 ${p99.toFixed(1)} ms`,
        'p99 ≤ 60 ms',
        p99 <= 60,
      );
    }
    report.line('killed and at work again after', seconds(downMs));
    report.none('credited and lost', lost);
    report.none('credited beyond the time that passed', given);
    report.none(
      'sittings that ended by it',
      sitting.flatMap(({ player }) => (player.ended === null ? [] : [`${player.task}: ${player.ended}`])),
    );
    report.line('of what was played, credited so far', `${((kept / sitting.length) * 100).toFixed(2)} %`);
    report.line('answers by status (0: cut off)', [...statuses].map(([status, n]) => `${n} × ${status}`).join(', '));
    report.line('latest beat of this bench behind its time', seconds(lateMs));
    return report.end();
  } finally {
    agent.destroy();
    await node.stop();
    await removeInstallation(folder);
  }
}
