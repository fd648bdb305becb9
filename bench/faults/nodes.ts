// Two servers on one database: one is killed in the middle of an import, the other takes the work over.
import { setTimeout as pause } from 'node:timers/promises';
import { goodRow, textSheetOf } from '../../apps/server/testing/import-file.ts';
import { installation, look, nodeOn, removeInstallation, until } from './installation.ts';
import { openLoad } from './load.ts';
import { databaseOnAWay } from './proxy.ts';
import { openReport, seconds, spread } from './report.ts';

const rounds = Number(process.env['NODE_ROUNDS'] ?? 10);
const rows = 4_000;

/** Kills one of two nodes, in turns, while imports run. */
export async function twoNodes(): Promise<boolean> {
  const folder = await installation('nodes');
  const report = openReport('two nodes on one database, one killed');
  const { url, stop } = await databaseOnAWay(folder);
  const nodes = [0, 1].map((offset) => nodeOn(folder, offset, { DATABASE_URL: url }));
  let alive = 0;
  const gaps: number[] = [];
  const wrong: string[] = [];
  try {
    for (const node of nodes) await node.start();
    const node = () => nodes[alive] ?? nodeOn(folder);
    const load = openLoad(node);
    await load.signIn(folder);
    load.begin(4);
    for (let round = 1; round <= rounds; round += 1) {
      const first = 7_000_000 + round * 10_000;
      const form = new FormData();
      const buffer = await textSheetOf(Array.from({ length: rows }, (_, at) => goodRow(first + at)));
      form.set('file', new Blob([Uint8Array.from(buffer)]), 'rows.xlsx');
      const dry = (await load.request('/bus/enterprise/import', form)).data?.jobId ?? '';
      const state = async (id: string) => (await load.request(`/upms/job/${id}`)).data?.state;
      await until('the dry run', 120_000, async () => (await state(dry)) === 'done');
      const choice = { jobId: dry, mode: round % 2 ? 'rows' : 'all', onDuplicate: 'stop' };
      const apply = (await load.request('/bus/enterprise/import/confirm', choice)).data?.jobId ?? '';
      await until('the import', 30_000, async () => (await state(apply)) !== 'waiting');
      await pause(Math.random() * 600);
      const killed = nodes[alive];
      alive = 1 - alive;
      await killed?.kill();
      const struck = performance.now();
      const [then] = await look<{ at: string; state: string }>(
        folder,
        'select updated_at::text as at, state from job where id = $1',
        [apply],
      );
      // Whoever has it now shows it by the first sign of life after the kill.
      await until('a sign of life', 60_000, async () => {
        const [now] = await look<{ at: string; state: string }>(
          folder,
          'select updated_at::text as at, state from job where id = $1',
          [apply],
        );
        return now?.at !== then?.at || now?.state !== 'running';
      });
      const gap = performance.now() - struck;
      if (then?.state === 'running') gaps.push(gap);
      await until('its end', 120_000, async () => ['done', 'failed'].includes((await state(apply)) ?? ''));
      const [found] = await look<{ n: number; codes: number }>(
        folder,
        `select count(*)::int as n, count(distinct credit_code)::int as codes from enterprise
         where tenant_id = '1' and substring(name from '^测试企业第([0-9]+)号')::int between $1 and $2`,
        [first, first + rows - 1],
      );
      if (found?.n !== rows || found.codes !== rows)
        wrong.push(`round ${round}: ${found?.n} rows of ${rows}, ${await state(apply)}`);
      report.round(
        round,
        rounds,
        `${choice.mode}: ${then?.state} when killed, taken over after ${seconds(gap)}, ${found?.n} rows`,
      );
      if (killed) await killed.start();
    }
    await load.end();
    report.line('kills while an import ran', gaps.length, '> 0', gaps.length > 0);
    report.line('taken over after', spread(gaps), '≤ 10 s', Math.max(0, ...gaps) <= 10_000);
    report.none('imports with gaps, doubles or halves', wrong);
    report.none('acknowledged writes lost, or made twice', await load.lost(folder));
    report.none('answers that are none of the catalogue', load.odd);
    return report.end();
  } finally {
    for (const node of nodes) await node.stop();
    await stop();
    await removeInstallation(folder);
  }
}
