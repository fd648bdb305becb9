// An import of 20,000 rows with its checks and the audit of each row. The reference is COPY of the same rows.
import { setTimeout as pause } from 'node:timers/promises';
import { systemScope } from '../apps/server/src/kernel/scope.ts';
import { toCopyData, copyIn } from '../apps/server/src/platform/db/bulk-copy.ts';
import { openDb } from '../apps/server/src/platform/db/index.ts';
import { goodRow, textSheetOf } from '../apps/server/testing/import-file.ts';
import type { Figure } from './measured-results.ts';
import { median, roundsOr, timed } from './measure.ts';
import { scaled, type Place } from './database.ts';
import { ask, send, signIn, withServer, type Server } from './servers.ts';

const rows = scaled(20_000);
/** Number of the first row. It differs in each run. */
const first = Math.floor(Date.now() / 1000) % 5_000_000;
const tenant = '3';

/** Milliseconds of a job from its start to its end, without its wait in the queue. */
async function jobTime(app: Server, token: string, jobId: string): Promise<number> {
  for (let began = 0; ;) {
    const { state, message } = await ask(`${app.url}/upms/job/${jobId}`, token);
    if (state === 'failed' || state === 'cancelled') throw new Error(`${state}: ${message}`);
    if (state !== 'waiting') began ||= performance.now();
    if (state === 'done') return performance.now() - began;
    await pause(10);
  }
}

async function importRows(app: Server, token: string, round: number): Promise<number> {
  const sheet = await textSheetOf(Array.from({ length: rows }, (_, at) => goodRow(first + round * rows + at)));
  const form = new FormData();
  form.set('file', new Blob([Uint8Array.from(sheet)]), 'rows.xlsx');
  const { jobId } = await send(`${app.url}/bus/enterprise/import`, token, form);
  const checked = await jobTime(app, token, jobId);
  const choice = { jobId, mode: 'all', onDuplicate: 'stop' };
  const apply = await send(`${app.url}/bus/enterprise/import/confirm`, token, choice);
  return checked + (await jobTime(app, token, apply.jobId));
}

/** Milliseconds to COPY the imported rows with other ids and codes, without row security. */
async function copyRows(place: Place, round: number): Promise<number> {
  const generated = await place.sql<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'enterprise'::regclass and attgenerated <> ''`,
  );
  const imported = await place.sql<Record<string, unknown>>(
    `select * from enterprise where tenant_id = $1 and source = 'import' order by id desc limit $2`,
    [tenant, rows],
  );
  if (imported.length !== rows) throw new Error(`only ${imported.length} rows were imported`);
  const copies = imported.map((row, at) => {
    const copy = {
      ...row,
      id: crypto.randomUUID(),
      credit_code: `C${first}${round}${at}`,
      enterprise_code: `C${first}${round}${at}`,
    };
    for (const { name } of generated) Reflect.deleteProperty(copy, name);
    return copy;
  });
  const db = openDb(place.superuserUrl, { max: 1 });
  const copy = () =>
    db.scoped(systemScope('bench', tenant), (tx) => timed(() => copyIn(tx, toCopyData('enterprise', copies))), {
      statementMs: 600_000,
    });
  return copy().finally(() => db.close());
}

export const importFile = (): Promise<Figure[]> =>
  withServer({ database: 'anlan_import', enterprises: { 3: 12_000 } }, async (place, app) => {
    const token = await signIn(app, place, tenant, `admin${tenant}`);
    const [ours, copy]: [number[], number[]] = [[], []];
    for (let round = 0; round < roundsOr(3); round += 1) {
      ours.push(await importRows(app, token, round));
      copy.push(await copyRows(place, round));
    }
    await app.stop();
    await place.drop();
    const value = median(ours) / median(copy);
    return [{ what: 'import of 20,000 rows with audit beside COPY', value, target: '<= 3' }];
  });
