// One person who imports file after file, whatever happens meanwhile, and counts what came of each.
import { setTimeout as pause } from 'node:timers/promises';
import { goodRow, textSheetOf } from '../../apps/server/testing/import-file.ts';
import { look } from './installation.ts';
import type { Load } from './load.ts';

const rows = 1_000;
const patienceMs = 180_000;

/** Imports in turn by rows and all at once until it is told to stop. */
export function openImporting(load: Load, folder: string) {
  const tally = { done: 0, 'failed, and said so': 0, 'not begun': 0, 'neither done nor failed': 0 };
  const wrong: string[] = [];
  const said: string[] = [];
  let stopped = false;
  let from = 6_000_000;

  const jobOf = async (path: string, body: object | FormData): Promise<string | null> => {
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const answer = await load.request(path, body);
      if (answer.status === 200 && answer.data?.jobId) return answer.data.jobId;
      if (answer.status === 400) return null;
      await pause(100);
    }
    return null;
  };
  const stateOf = async (jobId: string): Promise<string> => {
    for (const end = Date.now() + patienceMs; Date.now() < end;) {
      const { status, data } = await load.request(`/upms/job/${jobId}`);
      if (status === 200 && data?.state && !['waiting', 'running'].includes(data.state)) {
        if (data.state !== 'done') said.push(`${data.state}: ${data.message}`);
        return data.state;
      }
      await pause(100);
    }
    wrong.push(`${await traceOf(jobId)}: neither done nor failed after ${patienceMs / 1000} s`);
    return 'hangs';
  };
  const traceOf = async (jobId: string): Promise<string> => {
    const [row] = await look<{ text: string }>(
      folder,
      `select j.kind || ', ' || j.state || ', ' || j.done || ' done, try ' || j.tries || ', in vain ' || j.tries_in_vain
         || ', queue ' || coalesce(q.state::text || ' ' || q.retry_count, 'none') as text
       from job j left join pgboss.job q on q.id = j.id where j.id = $1`,
      [jobId],
    );
    return row?.text ?? jobId;
  };
  const count = (state: string) =>
    (tally[state === 'done' ? 'done' : state === 'hangs' ? 'neither done nor failed' : 'failed, and said so'] += 1);
  // A confirmation whose answer was lost says at the second try that it was made: its work is the latest.
  const latest = async (): Promise<string | null> => {
    const { data } = await load.request('/upms/job/page?size=5&descs=createdAt');
    return data?.records?.find(({ kind }) => kind === 'enterprise.importConfirm')?.id ?? null;
  };

  async function one(mode: 'rows' | 'all', first: number) {
    const buffer = await textSheetOf(Array.from({ length: rows }, (_, at) => goodRow(first + at)));
    const form = new FormData();
    form.set('file', new Blob([Uint8Array.from(buffer)]), 'rows.xlsx');
    const dry = await jobOf('/bus/enterprise/import', form);
    if (dry === null) return void (tally['not begun'] += 1);
    const checked = await stateOf(dry);
    if (checked !== 'done') return void count(checked);
    const choice = { jobId: dry, mode, onDuplicate: 'skip' };
    const apply = (await jobOf('/bus/enterprise/import/confirm', choice)) ?? (await latest());
    if (apply === null) return void (tally['not begun'] += 1);
    const state = await stateOf(apply);
    const [found] = await look<{ n: number; codes: number }>(
      folder,
      `select count(*)::int as n, count(distinct credit_code)::int as codes from enterprise
       where tenant_id = '1' and name ~ '^测试企业第[0-9]+号' and substring(name from '[0-9]+')::int between $1 and $2`,
      [first, first + rows - 1],
    );
    const { n = 0, codes = 0 } = found ?? {};
    if (n !== codes) wrong.push(`${mode} from ${first}: ${n - codes} rows twice`);
    if (state === 'done' && n !== rows) wrong.push(`${mode} from ${first}: said done with ${n} of ${rows} rows`);
    if (state !== 'done' && mode === 'all' && n !== 0) wrong.push(`all from ${first}: said ${state} with ${n} rows`);
    count(state);
  }

  const going = (async () => {
    for (let turn = 0; !stopped; turn += 1) {
      await one(turn % 2 === 0 ? 'rows' : 'all', from);
      from += 10_000;
    }
  })();
  return {
    tally,
    wrong,
    /** What those that failed said. */
    said,
    async end() {
      stopped = true;
      await going;
    },
  };
}
