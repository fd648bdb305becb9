// kill -9 at random moments while people write and import: of the server, and of the database under it.
import { setTimeout as pause } from 'node:timers/promises';
import { openImporting } from './importing.ts';
import { answers, installation, nodeOn, postmasterOf, removeInstallation, signal, until } from './installation.ts';
import { openLoad } from './load.ts';
import { say } from '../measure.ts';
import { openReport, seconds, spread } from './report.ts';

const rounds = Number(process.env['ROUNDS'] ?? 50);
const people = 8;

async function underLoad(
  name: string,
  title: string,
  strike: (folder: string, node: ReturnType<typeof nodeOn>) => Promise<number>,
) {
  const folder = await installation(name);
  const node = nodeOn(folder);
  const report = openReport(title);
  const back: number[] = [];
  try {
    await node.start();
    const load = openLoad(() => node);
    await load.signIn(folder);
    load.begin(people);
    const importing = openImporting(load, folder);
    const lost: string[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      await pause(500 + Math.random() * 7_500);
      const ms = await strike(folder, node);
      back.push(ms);
      report.round(round, rounds, `back after ${seconds(ms)}; ${load.figures().writes} writes acknowledged`);
    }
    await pause(1_000);
    await load.end();
    await importing.end();
    lost.push(...(await load.lost(folder)));
    const { writes, created, longestMs, statuses } = load.figures();
    report.line('kills', rounds);
    report.line('writes acknowledged', `${writes} (${created} new enterprises)`, '> 0', writes > 0);
    report.none('acknowledged writes lost, or made twice', lost);
    report.none('answers that are none of the catalogue', load.odd);
    report.line('answers by status', statuses);
    report.line('longest wait for an answer', seconds(longestMs), '≤ 30 s', longestMs <= 30_000);
    report.line('at work again after', spread(back));
    report.line(
      'imports of 1,000 rows',
      Object.entries(importing.tally)
        .map(([what, n]) => `${n} ${what}`)
        .join(', '),
    );
    for (const one of importing.said) say(`  an import said: ${one}`);
    report.none('imports with gaps, doubles or halves', importing.wrong);
    return { report, node };
  } finally {
    await node.stop();
    await removeInstallation(folder);
  }
}

/** Kills the server. */
export async function serverKill(): Promise<boolean> {
  const { report } = await underLoad('server-kill', 'kill -9 of the server', async (_folder, node) => {
    await node.kill();
    return node.start();
  });
  return report.end();
}

/** Kills the database, which its server must notice and start again by itself. */
export async function databaseKill(): Promise<boolean> {
  const { report, node } = await underLoad('database-kill', 'kill -9 of the database', async (folder, node) => {
    const pid = postmasterOf(folder);
    if (pid !== null) signal(pid, 'SIGKILL');
    return until('ready again', 120_000, async () => postmasterOf(folder) !== pid && (await answers(node, '/readyz')));
  });
  report.line(
    'ends of the server',
    node.said.filter((line) => /Error/.test(line)).length,
    '0',
    node.process().exitCode === 0,
  );
  return report.end();
}
