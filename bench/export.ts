// An export of 1,000,000 enterprises as work of a server, beside writing as many made-up rows and nothing else.
import { setTimeout as pause } from 'node:timers/promises';
import { once } from 'node:events';
import { figureOf, median, print, say, timed, type Figure } from './measure.ts';
import { openPlace, type Place } from './place.ts';
import { ask, send, serve, serveHouse, signIn, type Server } from './servers.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const rows = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const tenant = '1';

async function residentOf({ process: child }: Server): Promise<number> {
  const answer = once(child, 'message');
  child.send('rss');
  const [rss] = await answer;
  return Number(rss);
}

/** Begins an export and waits for its end; answers its milliseconds and the most memory that the server held. */
async function exportOnce(house: Server, token: string) {
  const { jobId, total } = await send(`${house.url}/bus/enterprise/export/start`, token, { filter: {} });
  if (total !== rows) throw new Error(`${total} rows are exported instead of ${rows}`);
  let most = 0;
  const ms = await timed(async () => {
    for (;;) {
      most = Math.max(most, await residentOf(house));
      const { state, message } = await ask(`${house.url}/upms/job/${jobId}`, token);
      if (state === 'done') return;
      if (state === 'failed' || state === 'cancelled') throw new Error(`${state}: ${message}`);
      await pause(200);
    }
  });
  return { ms, most };
}

async function writeOnce(place: Place): Promise<number> {
  return timed(async () => (await serve('write-rows.ts', [place.dataDir, String(rows)])).stop());
}

export async function exporting() {
  const place = await openPlace(`anlan_export_${rows}`, { [tenant]: rows });
  const house = await serveHouse(place);
  try {
    const token = await signIn(house, place, tenant, `regulator${tenant}`);
    const [ours, reference, memory]: number[][] = [[], [], []];
    for (let round = 1; round <= rounds; round += 1) {
      const bare = await writeOnce(place);
      const { ms, most } = await exportOnce(house, token);
      say(
        `round ${round}: exported ${ms.toFixed(0)} ms, ${(most / 2 ** 20).toFixed(0)} MB; written ${bare.toFixed(0)} ms`,
      );
      ours?.push(ms);
      reference?.push(bare);
      memory?.push(most / 2 ** 20);
    }
    const resident: Figure = figureOf('resident memory of the server', 'MB', Math.max(...(memory ?? [])), 256, '<= 1');
    print(`Export of ${rows.toLocaleString('en')} rows`, [
      figureOf('time', 'ms', median(ours ?? []), median(reference ?? []), '<= 1.5'),
      resident,
    ]);
  } finally {
    await house.stop();
    await place.stop();
  }
}
