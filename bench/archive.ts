// `node tools/run.mjs bench/archive.ts`, by hand: an archive of 1 GB as a zip with the server's memory beside it, one of
// 300 pages as a PDF with a list asked meanwhile, and 10,000 monthly reports counted and frozen.
import { once } from 'node:events';
import { randomBytes, randomUUID, createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { periodBefore, spanOf } from '@anlan/contract/modules/report/period';
import { report } from '@anlan/contract/modules/report/resource';
import { dayBegins } from '@anlan/contract/domain/instant';
import { systemScope } from '../apps/server/src/kernel/scope.ts';
import { insertSeeds } from '../apps/server/src/kit/stored-rows.ts';
import { accidentFigures } from '../apps/server/src/modules/accident/store.ts';
import { sessionFigures } from '../apps/server/src/modules/class-session/figures.ts';
import { drillFigures } from '../apps/server/src/modules/drill/store.ts';
import { countFigures } from '../apps/server/src/modules/report/figures.ts';
import { addEditions } from '../apps/server/src/modules/report/store.ts';
import { withConnection } from '../apps/server/src/platform/db/connection.ts';
import { openDb } from '../apps/server/src/platform/db/index.ts';
import { setPdf } from '../apps/server/src/platform/pdf/index.ts';
import { createLocalFiles } from '../apps/server/src/platform/files/index.ts';
import { readSecrets } from '../apps/server/src/platform/secrets/index.ts';
import { createVault } from '../apps/server/src/platform/vault/index.ts';
import { median, say, timed } from './measure.ts';
import { openPlace, type Place } from './place.ts';
import { ask, serveApp, signIn, type Server } from './servers.ts';

const tenantId = '1';
const megabyte = 2 ** 20;
const firms = 700;

/** Gives an enterprise documents with these files; those of an earlier run are gone. */
async function fill(place: Place, enterpriseId: string, files: readonly Uint8Array[]): Promise<void> {
  const storage = createLocalFiles({ root: `${place.dataDir}/files` });
  await withConnection(place.superuserUrl, async (client) => {
    await client.query('delete from document where tenant_id = $1 and enterprise_id = $2', [tenantId, enterpriseId]);
    for (const [at, bytes] of files.entries()) {
      const id = randomUUID();
      const key = `${tenantId}/2026/01/${id}.pdf`;
      await storage.put(key, Readable.from([bytes]), { maxBytes: 100 * megabyte });
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      await client.query(
        `insert into file (tenant_id, id, owner_id, enterprise_id, purpose, name, type, size_bytes, key, sha256)
         values ($1, $2, (select id from app_user where tenant_id = $1 limit 1), $3, 'evidence', $4, 'application/pdf',
           $5, $6, $7)`,
        [tenantId, id, enterpriseId, `资料 ${at + 1}.pdf`, bytes.length, key, sha256],
      );
      await client.query(
        `insert into document (tenant_id, id, enterprise_id, item, category, name, issued_on, files, created_at, updated_at)
         values ($1, gen_random_uuid(), $2, 'managementRules', 'rules', $3, '2026-01-01', $4, now(), now())`,
        [tenantId, enterpriseId, `制度 ${at + 1}`, JSON.stringify([{ id, name: `资料 ${at + 1}.pdf` }])],
      );
    }
  });
}
async function resident({ process: child }: Server): Promise<number> {
  const answer = once(child, 'message');
  child.send('rss');
  return Number((await answer)[0]) / megabyte;
}

/** Takes a file; answers its bytes, its time and the most memory that the server held meanwhile. */
async function take(app: Server, address: string, token: string) {
  const before = await resident(app);
  let bytes = 0;
  let most = before;
  let going = true;
  const watching = (async () => {
    while (going) {
      most = Math.max(most, await resident(app));
      await pause(100);
    }
  })();
  const ms = await timed(async () => {
    const answer = await fetch(`${app.url}${address}`, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok || !answer.body) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
    for await (const piece of answer.body) bytes += (piece as Uint8Array).length;
  });
  going = false;
  await watching;
  return { ms, bytes, before, most };
}

async function papers(many: number, pagesEach: number): Promise<Uint8Array[]> {
  const made: Uint8Array[] = [];
  for (let n = 0; n < many; n += 1) {
    const content = Array.from({ length: pagesEach }, (_, page) => ({
      text: Array.from({ length: 40 }, (__, line) => `制度 ${n} 第 ${page} 页 第 ${line} 行`).join('\n'),
      ...(page > 0 ? { pageBreak: 'before' as const } : {}),
    }));
    made.push(await setPdf({ title: `制度 ${n}`, author: 'bench', foot: '', content }));
  }
  return made;
}

/** Lists asked every 50 ms until `work` is over; the middle and the slowest answer in milliseconds. */
async function listsBeside(app: Server, token: string, work: Promise<unknown>) {
  const times: number[] = [];
  let going = true;
  work.finally(() => (going = false)).catch(() => {});
  while (going) {
    times.push(await timed(() => ask(`${app.url}/bus/enterprise/page?current=1&size=20`, token)));
    await pause(50);
  }
  return { middle: median(times), slowest: Math.max(...times), many: times.length };
}

async function snapshots(place: Place): Promise<void> {
  const masterKey = readSecrets(place.dataDir).vaultMasterKey;
  const db = openDb(place.appUrl, { max: 2 });
  const vault = createVault({ db, masterKey });
  const sources = [accidentFigures, drillFigures, sessionFigures];
  let made = 0;
  try {
    const ids = await db.scoped(systemScope('bench', tenantId), async (tx) =>
      (
        await tx.client.query<{ id: string }>(
          'select id from enterprise where removed_at is null order by id limit $1',
          [firms],
        )
      ).rows.map(({ id }) => id),
    );
    const ms = await timed(async () => {
      for (let back = 30; made < 10_000; back += 1) {
        const period = periodBefore('month', '2026-10', back);
        await db.scoped(
          systemScope('bench', tenantId),
          async (tx) => {
            const counted = await countFigures(tx, sources, { kind: 'month', period, ids });
            const sentAt = dayBegins(spanOf('month', period).to);
            const title = `${period} 安全月报`;
            const rows = ids.map((enterpriseId) => ({
              values: {
                enterpriseId,
                kind: 'month',
                period,
                title,
                dueOn: spanOf('month', period).to,
                status: 'sent',
                edition: 1,
                sentAt,
              },
              at: sentAt,
            }));
            const reports = await insertSeeds(tx, { vault }, report, rows);
            const words = {
              investmentFen: 0,
              mainWork: '工作',
              problems: '无',
              nextPlan: '计划',
              remark: null,
              files: [],
            };
            await addEditions(
              tx,
              ids.map((enterpriseId, at) => ({
                reportId: reports[at] ?? '',
                enterpriseId,
                edition: 1,
                figures: counted.get(enterpriseId) ?? [],
                words,
                signature: null,
                signer: null,
                filler: null,
                sentAt,
              })),
            );
          },
          { statementMs: 120_000 },
        );
        made += ids.length;
      }
    });
    say(`${made} reports of ${ids.length} enterprises counted and frozen: ${(ms / 1000).toFixed(1)} s (30 for 10,000)`);
  } finally {
    await db.close();
  }
  await withConnection(place.superuserUrl, async (client) => {
    await client.query(
      `delete from report_edition e using report r where r.id = e.report_id and r.title like '%-% 安全月报'`,
    );
    await client.query(`delete from report where title like '%-% 安全月报'`);
  });
}

const place = await openPlace('anlan_archive', { 1: firms, 2: 10 });
const app = await serveApp(place);
try {
  const [firm] = await withConnection(
    place.superuserUrl,
    async (client) =>
      (
        await client.query<{ id: string }>(
          `select id from enterprise where tenant_id = '1' and status = 'active' and removed_at is null order by id limit 1`,
        )
      ).rows,
  );
  const enterpriseId = firm?.id ?? '';
  const token = await signIn(app, place, tenantId, 'regulator1');
  const query = `enterpriseId=${enterpriseId}`;

  await fill(
    place,
    enterpriseId,
    Array.from({ length: 40 }, () => randomBytes(26 * megabyte)),
  );
  const zip = await take(app, `/bus/archives/zip/one?${query}`, token);
  say(
    `zip of ${(zip.bytes / megabyte).toFixed(0)} MB: ${(zip.ms / 1000).toFixed(1)} s; memory ${zip.before.toFixed(0)} MB before, ${zip.most.toFixed(0)} MB at most (150 more)`,
  );

  await fill(place, enterpriseId, await papers(30, 10));
  const alone = await listsBeside(app, token, pause(5_000));
  const pdf = take(app, `/bus/archives/pdf/one?${query}`, token);
  const lists = await listsBeside(app, token, pdf);
  const { ms, bytes, before, most } = await pdf;
  say(
    `PDF of 300 pages, ${(bytes / megabyte).toFixed(1)} MB: ${(ms / 1000).toFixed(1)} s (30); memory ${before.toFixed(0)} to ${most.toFixed(0)} MB; lists meanwhile ${lists.middle.toFixed(0)} ms in the middle, ${lists.slowest.toFixed(0)} at most (alone ${alone.middle.toFixed(0)}, ${alone.slowest.toFixed(0)})`,
  );
  await snapshots(place);
} finally {
  await app.stop();
  await place.stop();
}
