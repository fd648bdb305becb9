// A database that is gone for half a minute, by its processes or by the way to it, and one that answers late.
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import {
  answers,
  familyOf,
  installation,
  nodeOn,
  postmasterOf,
  removeInstallation,
  signal,
  until,
  type Node,
} from './installation.ts';
import { openLoad } from './load.ts';
import { databaseOnAWay } from './proxy.ts';
import { openReport, seconds, spread } from './report.ts';
import type { Look } from './watch-thread.ts';

const outageMs = 30_000;

/** How long /healthz takes while `during` goes on, and what /readyz says. */
async function watching(node: Node, during: Promise<unknown>) {
  const alive: number[] = [];
  const ready: boolean[] = [];
  const watch = new Worker(new URL('./watch-thread.ts', import.meta.url), { workerData: node.url });
  watch.on('message', (look: Look) => {
    alive.push(look.alive);
    ready.push(look.ready);
  });
  await during.finally(() => watch.terminate());
  return { alive, ready };
}

async function gone(
  name: string,
  title: string,
  open: (folder: string) => Promise<{ node: Node; vanish(): void; appear(): void; stop(): Promise<void> }>,
) {
  const folder = await installation(name);
  const report = openReport(title);
  const { node, vanish, appear, stop } = await open(folder);
  try {
    await node.start();
    const load = openLoad(() => node);
    await load.signIn(folder);
    load.begin(30);
    await until('people at work', 60_000, () => load.figures().writes > 60);
    const before = load.figures().writes;
    vanish();
    const { alive, ready } = await watching(node, pause(outageMs));
    const during = load.figures();
    appear();
    const back = await until('ready again', 60_000, () => answers(node, '/readyz'));
    const writing = await until('writes again', 60_000, () => load.figures().writes > during.writes + 20);
    await load.end();
    const after = load.figures();
    report.line('writes acknowledged before, after', `${before}, ${after.writes - during.writes}`, '> 0', before > 0);
    report.line('longest wait for an answer', seconds(after.longestMs), '≤ 30 s', after.longestMs <= 30_000);
    report.line('answers by status', after.statuses);
    report.none('answers that are none of the catalogue, or none at all', load.odd);
    report.line('/healthz meanwhile', spread(alive), '≤ 2 s', Math.max(...alive) <= 2_000);
    report.line(
      '/readyz meanwhile',
      `${ready.filter((one) => !one).length} of ${ready.length} unavailable`,
      'all but the first',
      ready.slice(1).every((one) => !one),
    );
    report.line('ready again after', seconds(back), '≤ 15 s', back <= 15_000);
    report.line('writes again after', seconds(writing), '≤ 20 s', writing <= 20_000);
    report.none('acknowledged writes lost, or made twice', await load.lost(folder));
    report.line('ends of the server', node.process().exitCode === null ? 0 : 1, '0', node.process().exitCode === null);
    return report.end();
  } finally {
    appear();
    await node.stop();
    await stop();
    await removeInstallation(folder);
  }
}

/** All processes of the database stand still. */
export const databaseStopped = () =>
  gone('stopped', 'database stopped for 30 s', async (folder) => {
    const node = nodeOn(folder);
    let stopped: number[] = [];
    return {
      node,
      vanish() {
        stopped = familyOf(postmasterOf(folder) ?? 0);
        for (const pid of stopped) signal(pid, 'SIGSTOP');
      },
      appear() {
        for (const pid of stopped.splice(0)) signal(pid, 'SIGCONT');
      },
      stop: async () => {},
    };
  });

/** The way to the database swallows everything. */
export const databaseCutOff = () =>
  gone('cut-off', 'database cut off for 30 s', async (folder) => {
    const { way, url, stop } = await databaseOnAWay(folder);
    const node = nodeOn(folder, 0, { DATABASE_URL: url });
    return { node, vanish: () => void (way.cut = true), appear: () => void (way.cut = false), stop };
  });

/** Each answer of the database comes 0.2 to 2 s late. */
export async function databaseSlow(): Promise<boolean> {
  const folder = await installation('slow');
  const report = openReport('slow database: each answer 200 to 2,000 ms late, for 40 s');
  const { way, url, stop } = await databaseOnAWay(folder);
  const node = nodeOn(folder, 0, { DATABASE_URL: url });
  try {
    await node.start();
    const load = openLoad(() => node);
    await load.signIn(folder);
    load.begin(300, 3_000);
    await until('people at work', 120_000, () => load.figures().writes > 100);
    const before = load.figures();
    way.delay = () => 200 + Math.random() * 1_800;
    const { alive } = await watching(node, pause(40_000));
    const during = load.figures();
    way.delay = () => 0;
    const back = await until('writes again', 120_000, () => load.figures().writes > during.writes + 50);
    await load.end();
    const after = load.figures();
    report.line('writes acknowledged meanwhile', during.writes - before.writes, '> 0', during.writes > before.writes);
    report.line('answers by status', after.statuses);
    report.none('answers that are none of the catalogue, or none at all', load.odd);
    report.line('longest wait for an answer', seconds(after.longestMs), '≤ 60 s', after.longestMs <= 60_000);
    report.line('/healthz meanwhile, 300 people', spread(alive), '≤ 2 s', Math.max(...alive) <= 2_000);
    report.line('50 writes more, once it is quick again', seconds(back), '≤ 60 s', back <= 60_000);
    report.none('acknowledged writes lost, or made twice', await load.lost(folder));
    return report.end();
  } finally {
    way.delay = () => 0;
    await node.stop();
    await stop();
    await removeInstallation(folder);
  }
}
