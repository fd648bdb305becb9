// Processor of a beat, so many at a time one after the other: it says the same beside other work, where a rate cannot be held.
import { Agent } from 'node:http';
import { installation, look, nodeOn, removeInstallation } from '../faults/installation.ts';
import { openReport } from '../faults/report.ts';
import { cpuSpent } from '../processor.ts';
import { makeLearners } from '../../apps/server/testing/learners.ts';
import { sitDown, type Player } from './player.ts';
import { sendTo } from './send.ts';

const people = Number(process.env['BENCH_LEARNERS'] ?? 1_000);
const beats = Number(process.env['BENCH_BEATS'] ?? 8_000);
/** As many as come within a moment where 5,000 have a beat each 15 seconds. */
const atOnce = 7;

/** Has them beat in turns; answers whether a beat takes what 333 a second may. */
export async function learnersCost(): Promise<boolean> {
  const folder = await installation('learners-cost');
  const node = nodeOn(folder);
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const report = openReport(`${beats} beats of ${people} learners, ${atOnce} at a time`);
  let refused = 0;
  const send = sendTo(node.url, agent, (status) => {
    if (status !== 200) refused += 1;
  });
  try {
    await node.start();
    const learners = await makeLearners((text, values) => look(folder, text, values), {
      tenant: '1',
      people,
      tasks: 1,
      seconds: 4 * 3600,
      at: new Date(),
    });
    const players: { player: Player; since: number }[] = [];
    let [next, left] = [0, 0];
    const each = (work: () => Promise<void>) =>
      Promise.all(
        Array.from({ length: atOnce }, async () => {
          while (left > 0) {
            left -= 1;
            await work();
          }
        }),
      );
    left = people;
    await each(async () => {
      const learner = learners.pop();
      if (learner)
        players.push({ player: await sitDown(send, learner, learner.tasks[0] ?? ''), since: performance.now() });
    });
    const turn = async () => {
      const one = players[(next += 1) % players.length];
      if (one === undefined) return;
      const now = performance.now();
      one.player.play(Math.floor(now - one.since));
      one.since = now;
      await one.player.beat();
    };
    // The first beat of each begins its task.
    left = 2 * people;
    await each(turn);
    const pid = node.process().pid ?? 0;
    const before = { ...cpuSpent(pid, folder), at: performance.now() };
    left = beats;
    await each(turn);
    const after = cpuSpent(pid, folder);
    const of = (name: 'server' | 'database' | 'all') => ((after[name] - before[name]) / beats) * 1000;
    report.line('beats a second', (beats / ((performance.now() - before.at) / 1000)).toFixed(0));
    report.line('processor of one beat: server', `${of('server').toFixed(2)} ms`);
    report.line('processor of one beat: database', `${of('database').toFixed(2)} ms`);
    report.line('both', `${of('all').toFixed(2)} ms`, '≤ 2.4 ms', of('all') <= 2.4);
    report.line('answered otherwise', refused, '0', refused === 0);
    return report.end();
  } finally {
    agent.destroy();
    await node.stop();
    await removeInstallation(folder);
  }
}
