// One piece of long work and nothing else, its server killed again and again until the work has ended.
import { setTimeout as pause } from 'node:timers/promises';
import { idRange } from '../../apps/server/src/kernel/ids.ts';
import { goodRow, textSheetOf } from '../../apps/server/testing/import-file.ts';
import { installation, look, nodeOn, removeInstallation, type Node } from './installation.ts';
import { openLoad } from './load.ts';
import { say } from '../measure.ts';
import { openReport, seconds } from './report.ts';

const rows = Number(process.env['WORK_ROWS'] ?? 5_000);
const patienceMs = 300_000;
const rarelyFrom = 8;

interface Ended {
  id: string;
  state: string;
  message: string;
  kills: number;
  ms: number;
}

/** Kills the server every 2 to 4 s while a piece of work is not over, and more rarely once it was killed often. */
async function killUntilOver(folder: string, node: Node, id = ''): Promise<Ended> {
  if (id === '') return { id: idRange.lowest, state: 'not begun', message: '', kills: 0, ms: 0 };
  const began = performance.now();
  const now = async () => {
    const [row] = await look<{ state: string; message: string; tries: number; done: number }>(
      folder,
      `select state, coalesce(message, '') as message, tries, done from job where id = $1`,
      [id],
    );
    return row ?? { state: 'gone', message: '', tries: 0, done: 0 };
  };
  let tries = 0;
  for (let kills = 0; ;) {
    let end = Number.POSITIVE_INFINITY;
    while (Date.now() < end && performance.now() - began < patienceMs) {
      const one = await now();
      if (one.state !== 'waiting' && one.state !== 'running')
        return { id, state: one.state, message: one.message, kills, ms: performance.now() - began };
      // From the moment that somebody is at it again.
      if (one.tries > tries && end === Number.POSITIVE_INFINITY)
        end = Date.now() + (kills < rarelyFrom ? 2_000 : 15_000) + Math.random() * 2_000;
      await pause(50);
    }
    if (performance.now() - began > patienceMs) return { id, state: 'hangs', message: '', kills, ms: patienceMs };
    await node.kill();
    const struck = await now();
    say(`  killed with ${struck.done} done, try ${struck.tries}`);
    ({ tries } = struck);
    kills += 1;
    await node.start();
  }
}

function told({ state, message, kills, ms }: Ended) {
  const text = `${state} after ${kills} kills, ${seconds(ms)}: ${message}`;
  say(`  ${text}`);
  return text;
}

/** Kills a server under an import by rows, one all at once, and bulk work. */
export async function workKill(): Promise<boolean> {
  const folder = await installation('work');
  const report = openReport(`kill -9 every 2 to 4 s under one piece of work of ${rows} rows`);
  const node = nodeOn(folder);
  try {
    await node.start();
    const load = openLoad(() => node);
    await load.signIn(folder);
    for (const [mode, first] of [
      ['rows', 8_000_000],
      ['all', 8_100_000],
    ] as const) {
      const form = new FormData();
      const buffer = await textSheetOf(Array.from({ length: rows }, (_, at) => goodRow(first + at)));
      form.set('file', new Blob([Uint8Array.from(buffer)]), 'rows.xlsx');
      const asked = await load.request('/bus/enterprise/import', form);
      const dry = await killUntilOver(folder, node, asked.data?.jobId);
      report.line(`dry run (${mode})`, told(dry), 'done', dry.state === 'done');
      const [checked] = await look<{ n: number; seen: string }>(
        folder,
        `select (select count(*)::int from enterprise_import_row where job_id = $1) as n,
           (select result ->> 'good' from job where id = $1) as seen`,
        [dry.id],
      );
      const right = checked?.n === rows && Number(checked.seen) === rows;
      report.line('rows looked at, and said', `${checked?.n}, ${checked?.seen}`, `${rows}`, right);
      const choice = { jobId: dry.id, mode, onDuplicate: 'stop' };
      const begun = await load.request('/bus/enterprise/import/confirm', choice);
      const apply = await killUntilOver(folder, node, begun.data?.jobId);
      report.line(`import (${mode})`, told(apply), 'done', apply.state === 'done');
      const [found] = await look<{ n: number; codes: number; audited: number; numbers: number }>(
        folder,
        `select count(*)::int as n, count(distinct credit_code)::int as codes,
           count(distinct enterprise_code)::int as numbers,
           (select count(*)::int from audit a where a.call = 'enterprise.import' and a.object_id = any(array_agg(e.id::text))) as audited
         from enterprise e where tenant_id = '1' and name ~ '^测试企业第[0-9]+号'
           and substring(name from '[0-9]+')::int between $1 and $2`,
        [first, first + rows - 1],
      );
      const figures = [found?.n, found?.codes, found?.numbers, found?.audited];
      const whole = figures.every((n) => n === rows);
      const nothing = mode === 'all' && apply.state !== 'done' && found?.n === 0;
      report.line('rows, codes, numbers, audit rows', figures.join(', '), `${rows} each`, whole || nothing);
    }
    const bulk = { action: 'addLabels', labels: ['model'], filter: { keyword: '测试企业第8' } };
    const asked = await load.request('/bus/enterprise/bulk', bulk);
    const ended = await killUntilOver(folder, node, asked.data?.jobId);
    report.line('labels for all of them', told(ended), 'done', ended.state === 'done');
    const [result] = await look<{ n: number; once: number; tags: number; audited: number; said: string }>(
      folder,
      `with mine as (select * from enterprise where tenant_id = '1' and name like '测试企业第8%')
       select (select count(*)::int from mine) as n,
         (select count(*)::int from mine where version = 2 and labels = '{model}') as once,
         (select count(*)::int from enterprise_tag t join mine m on m.id = t.enterprise_id where t.kind = 'label') as tags,
         (select count(*)::int from audit a where a.call = 'enterprise.addLabels') as audited,
         (select result::text from job where id = $1) as said`,
      [ended.id],
    );
    const once = [result?.once, result?.tags, result?.audited].every((n) => n === result?.n);
    report.line(
      'rows; changed once, tagged, audited; said',
      `${result?.n}; ${result?.once}, ${result?.tags}, ${result?.audited}; ${result?.said}`,
      'each once',
      once,
    );
    return report.end();
  } finally {
    await node.stop();
    await removeInstallation(folder);
  }
}
