// An export of 1,000,000 enterprises. The reference is hucre, which only writes as many generated rows.
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from './measured-results.ts';
import { median, roundsOr, timed } from './measure.ts';
import type { Place } from './database.ts';
import { ask, send, serve, signIn, withServer, type Server } from './servers.ts';

async function memoryOf({ process: child }: Server): Promise<number> {
  const answer = once(child, 'message');
  child.send({});
  return Number((await answer)[0]);
}

/** Returns milliseconds and rows of an export, and the peak memory of the server. */
async function exportAll(app: Server, token: string) {
  let memory = 0;
  const { jobId, total } = await send(`${app.url}/bus/enterprise/export/start`, token, { filter: {} });
  const ms = await timed(async () => {
    for (;;) {
      memory = Math.max(memory, await memoryOf(app));
      const { state, message } = await ask(`${app.url}/upms/job/${jobId}`, token);
      if (state === 'done') return;
      if (state === 'failed' || state === 'cancelled') throw new Error(`${state}: ${message}`);
      await pause(200);
    }
  });
  return { ms, memory, rows: Number(total) };
}

const writeWithHucre = (place: Place, rows: number) =>
  timed(async () => (await serve('write-rows.ts', [place.dataDir, String(rows)])).stop());

export const exportRows = (): Promise<Figure[]> =>
  withServer({ database: 'anlan_export_1000000', enterprises: { 1: 1_000_000 } }, async (place, app) => {
    const token = await signIn(app, place, '1', 'regulator1');
    const [ours, hucre, memory]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < roundsOr(3); round += 1) {
      const result = await exportAll(app, token);
      hucre.push(await writeWithHucre(place, result.rows));
      ours.push(result.ms);
      memory.push(result.memory / 2 ** 20);
    }
    return [
      { what: 'export of 1,000,000 rows beside hucre', value: median(ours) / median(hucre), target: '<= 1' },
      { what: 'export of 1,000,000 rows, memory of the server, MB', value: Math.max(...memory), target: '<= 256' },
    ];
  });
