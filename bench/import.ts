// An import of 5,000 rows with all its checks and the audit of each, beside a bare COPY of the same rows.
import { setTimeout as pause } from 'node:timers/promises';
import { systemScope } from '../apps/server/src/kernel/scope.ts';
import { copiesOf, copyIn } from '../apps/server/src/platform/db/bulk.ts';
import { withConnection } from '../apps/server/src/platform/db/connection.ts';
import { openDb } from '../apps/server/src/platform/db/index.ts';
import { goodRow, textSheetOf } from '../apps/server/testing/import-file.ts';
import { figureOf, median, print, say, timed } from './measure.ts';
import { openPlace, type Place } from './place.ts';
import { ask, send, serveApp, signIn, type Server } from './servers.ts';

// BENCH_IMPORT_ROWS=100000 measures the largest file that is taken.
const rows = Number(process.env['BENCH_IMPORT_ROWS'] ?? 5_000);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const tenant = '3';
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Asks for the list again and again beside the work; answers the longest wait and the most memory on the way. */
async function watched(app: Server, token: string, work: () => Promise<void>) {
  let [longest, most, ended] = [0, 0, false];
  app.process.on('message', (bytes) => {
    most = Math.max(most, Number(bytes));
  });
  const asking = (async () => {
    while (!ended) {
      app.process.send('memory');
      longest = Math.max(longest, await timed(() => ask(`${app.url}/bus/enterprise/page?size=20`, token)));
      await pause(100);
    }
  })();
  try {
    await work();
  } finally {
    ended = true;
    await asking;
  }
  return { longest, most };
}

/** Waits for a job; answers the milliseconds from its start to its end, without its wait in the queue. */
async function workOf(app: Server, token: string, jobId: string): Promise<number> {
  for (let began = 0; ;) {
    const { state, message } = await ask(`${app.url}/upms/job/${jobId}`, token);
    if (state === 'failed' || state === 'cancelled') throw new Error(`${state}: ${message}`);
    if (state !== 'waiting') began ||= performance.now();
    if (state === 'done') return performance.now() - began;
    await pause(10);
  }
}

async function importOnce(app: Server, token: string, round: number) {
  const made = Array.from({ length: rows }, (_, index) => goodRow(round * rows + index));
  const form = new FormData();
  form.set('file', new Blob([Uint8Array.from(await textSheetOf(made))], { type: xlsx }), 'rows.xlsx');
  const dry = await send(`${app.url}/bus/enterprise/import`, token, form);
  const checked = await workOf(app, token, dry.jobId);
  const choice = { jobId: dry.jobId, mode: 'all', onDuplicate: 'stop' };
  const apply = await send(`${app.url}/bus/enterprise/import/confirm`, token, choice);
  return { checked, written: await workOf(app, token, apply.jobId) };
}

/** The same rows again under other ids and codes, by COPY past row security. */
async function copyOnce(place: Place, round: number): Promise<number> {
  const db = openDb(place.superuserUrl, { max: 1 });
  try {
    return await db.scoped(
      systemScope('bench', tenant),
      async (tx) => {
        const { rows: imported } = await tx.client.query<Record<string, unknown>>(
          `select * from enterprise where tenant_id = $1 and source = 'import' order by id desc limit ${rows}`,
          [tenant],
        );
        if (imported.length !== rows) throw new Error(`only ${imported.length} rows were imported`);
        const { rows: made } = await tx.client.query<{ name: string }>(
          `select attname as name from pg_attribute where attrelid = 'enterprise'::regclass and attgenerated <> ''`,
        );
        const generated = new Set(made.map(({ name }) => name));
        const copies = imported.map((row, index) => ({
          ...Object.fromEntries(Object.entries(row).filter(([name]) => !generated.has(name))),
          id: crypto.randomUUID(),
          credit_code: `C${round}${index}`,
          enterprise_code: `C${round}${index}`,
        }));
        return timed(() => copyIn(tx, copiesOf('enterprise', copies)));
      },
      { statementMs: 600_000 },
    );
  } finally {
    await db.close();
  }
}

export async function importing() {
  const name = `anlan_import_${process.pid}`;
  const place = await openPlace(name, { 3: 12_000 });
  const app = await serveApp(place);
  try {
    const token = await signIn(app, place, tenant, `admin${tenant}`);
    const [checked, written, copied]: number[][] = [[], [], []];
    // A single round is measured as it comes, without one before it to warm up.
    const first = rounds === 1 ? 1 : 0;
    const { longest, most } = await watched(app, token, async () => {
      for (let round = first; round <= rounds; round += 1) {
        const ours = await importOnce(app, token, round);
        const reference = await copyOnce(place, round);
        say(
          `round ${round}: checked ${ours.checked.toFixed(0)}, written ${ours.written.toFixed(0)}, copied ${reference.toFixed(0)} ms`,
        );
        if (round === 0) continue;
        checked?.push(ours.checked);
        written?.push(ours.written);
        copied?.push(reference);
      }
    });
    say(`beside it a list took ${longest.toFixed(0)} ms at most; the server had ${(most / 1e6).toFixed(0)} MB at most`);
    const reference = median(copied ?? []);
    const both = (checked ?? []).map((ms, round) => ms + (written?.[round] ?? 0));
    print(`Import of ${rows} rows`, [
      figureOf('dry run: read, check, put aside', 'ms', median(checked ?? []), reference, ''),
      figureOf('write, and the audit of each row', 'ms', median(written ?? []), reference, ''),
      figureOf('both', 'ms', median(both), reference, '<= 10'),
    ]);
  } finally {
    await app.stop();
    await withConnection(place.superuserUrl.replace(`/${name}`, '/postgres'), (client) =>
      client.query(`drop database ${name} with (force)`),
    ).catch((error: Error) => say(error.message));
    await place.stop();
  }
}
