// An export of 1,000,000 enterprises as work of a server, beside writing as many made-up rows and nothing else: with the
// library that reads our sheets, and with our own writer, which leaves the reading and the row security of ours.
import { setTimeout as pause } from 'node:timers/promises';
import { once } from 'node:events';
import { figureOf, median, print, say, timed, type Figure } from './measure.ts';
import { counts, openPlace, type Place } from './place.ts';
import { ask, send, serve, serveApp, signIn, type Server } from './servers.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const rows = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
// A tenant of the million that has as many is exported where it stands.
const tenant = Object.entries(counts).find(([, count]) => count === rows)?.[0];

async function residentOf({ process: child }: Server): Promise<number> {
  const answer = once(child, 'message');
  child.send('rss');
  const [rss] = await answer;
  return Number(rss);
}

/** Begins an export and waits for its end; answers its milliseconds and the most memory that the server held. */
async function exportOnce(app: Server, token: string) {
  const { jobId, total } = await send(`${app.url}/bus/enterprise/export/start`, token, { filter: {} });
  if (total !== rows) throw new Error(`${total} rows are exported instead of ${rows}`);
  let most = 0;
  const ms = await timed(async () => {
    for (;;) {
      most = Math.max(most, await residentOf(app));
      const { state, message } = await ask(`${app.url}/upms/job/${jobId}`, token);
      if (state === 'done') return;
      if (state === 'failed' || state === 'cancelled') throw new Error(`${state}: ${message}`);
      await pause(200);
    }
  });
  return { ms, most };
}

const writeOnce = (place: Place, writer: 'library' | 'own'): Promise<number> =>
  timed(async () => (await serve('write-rows.ts', [place.dataDir, String(rows), writer])).stop());

export async function exporting() {
  const place = await (tenant === undefined
    ? openPlace(`anlan_export_${rows}`, { 1: rows })
    : openPlace('anlan_million'));
  const app = await serveApp(place);
  try {
    const token = await signIn(app, place, tenant ?? '1', `regulator${tenant ?? '1'}`);
    const found: Record<'ours' | 'library' | 'own' | 'memory', number[]> = {
      ours: [],
      library: [],
      own: [],
      memory: [],
    };
    for (let round = 1; round <= rounds; round += 1) {
      for (const writer of ['library', 'own'] as const) found[writer].push(await writeOnce(place, writer));
      const { ms, most } = await exportOnce(app, token);
      found.ours.push(ms);
      found.memory.push(most / 2 ** 20);
      const [library, own] = [found.library.at(-1), found.own.at(-1)].map((one) => one?.toFixed(0));
      say(
        `round ${round}: exported ${ms.toFixed(0)} ms, ${(most / 2 ** 20).toFixed(0)} MB; written by the library ${library} ms, by our own writer ${own} ms`,
      );
    }
    const ours = median(found.ours);
    const resident: Figure = figureOf('resident memory of the server', 'MB', Math.max(...found.memory), 256, '<= 1');
    print(`Export of ${rows.toLocaleString('en')} rows`, [
      figureOf('time, beside the library alone', 'ms', ours, median(found.library), '<= 1.5'),
      figureOf('time, beside our own writer alone', 'ms', ours, median(found.own), ''),
      resident,
    ]);
  } finally {
    await app.stop();
    await place.stop();
  }
}
