// Checks of 40 items with two photos from 8 phones. Every request is sent twice at once; every third pair loses its
// answers.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { formatInstant } from '../packages/contract/src/domain/instant.ts';
import type { Figure } from './measured-results.ts';
import { forEachOf } from './measure.ts';
import { scaled, type Place } from './database.ts';
import { processorOfBoth, signIn, withServer, type Server } from './servers.ts';
import { makeChecks } from './site-checks.ts';

const checkCount = scaled(500);
const itemCount = 40;
const phones = 8;
/**
 * Number of checks that a phone stores before it sends them. Their 48 works fit into one request, which has at most
 * 50.
 */
const checksEach = 12;
const picture = readFileSync(new URL('../apps/server/data/demo-licence.png', import.meta.url));
const keys = Array.from({ length: itemCount }, (_, at) => `c${at + 1}`);
const failing = ['c3', 'c17'];

let pairs = 0;
/** Sends a request twice at once until an answer arrives; every third pair loses both answers. */
async function sendTwice(url: string, token: string, makeInit: () => RequestInit): Promise<unknown> {
  for (;;) {
    const answers = await Promise.all(
      [1, 2].map(async () => {
        const init = makeInit();
        const headers = new Headers(init.headers);
        headers.set('authorization', `Bearer ${token}`);
        const response = await fetch(url, { ...init, method: 'POST', headers });
        return { status: response.status, body: await response.json() };
      }),
    );
    if ((pairs += 1) % 3 === 0) continue;
    const good = answers.find(({ status }) => status === 200);
    if (good) return good.body.data;
    const bad = answers.find(({ status }) => status !== 429 && status < 500);
    if (bad) throw new Error(`${url}: ${bad.status} ${JSON.stringify(bad.body).slice(0, 300)}`);
  }
}

const now = () => formatInstant(new Date());
const work = (kind: string, body: object) => ({ id: crypto.randomUUID(), at: now(), kind, body: JSON.stringify(body) });

async function sendWorks(app: Server, token: string, works: readonly object[]) {
  const body = JSON.stringify({ sentAt: now(), works });
  const headers = { 'content-type': 'application/json' };
  const receipts = await sendTwice(`${app.url}/bus/delivery/sendMany`, token, () => ({ body, headers }));
  if (!Array.isArray(receipts) || receipts.length !== works.length) throw new Error(`refused: ${body.slice(0, 300)}`);
}

async function sendPhoto(app: Server, token: string): Promise<{ id: string; name: string }> {
  const photo = { id: crypto.randomUUID(), name: '现场.png' };
  // Every photo has unique bytes.
  const bytes = Buffer.concat([picture, Buffer.from(photo.id)]);
  const hash = createHash('sha256').update(bytes).digest('hex');
  await sendTwice(`${app.url}/bus/delivery/photo`, token, () => {
    const form = new FormData();
    const fields = { id: photo.id, at: now(), sentAt: now(), purpose: 'photo', hash };
    for (const [key, value] of Object.entries(fields)) form.set(key, value);
    form.set('file', new File([bytes], photo.name, { type: 'image/png' }));
    return { body: form };
  });
  return photo;
}

/** Sends checks. In each, two items fail, with a photo each, and the other items pass. */
async function sendChecks(app: Server, token: string, ids: readonly string[]) {
  const works: object[] = [];
  for (const id of ids) {
    for (const key of failing) {
      const given = { result: 'fail', note: '损坏', photos: [await sendPhoto(app, token)] };
      works.push(work('riskCheck.answer', { id, key, seen: null, given }));
    }
    const passing = keys.filter((key) => !failing.includes(key));
    works.push(work('riskCheck.passRest', { id, keys: passing }), work('riskCheck.finish', { id }));
  }
  await sendWorks(app, token, works);
}

/** Counts checks, dangers and photos that are missing or duplicated. */
async function countWrong(place: Place, ids: readonly string[], since: Date): Promise<number> {
  const [row] = await place.sql<{ done: number; dangers: number; photos: number }>(
    `select count(*) filter (where status = 'done' and done_count = $2 and fail_count = 2)::int as done,
       (select count(*)::int from danger where tenant_id = '1' and created_at >= $3 and description like '检查内容 %损坏%') as dangers,
       (select count(*)::int from file where tenant_id = '1' and created_at >= $3 and name = '现场.png') as photos
     from risk_check where id = any($1)`,
    [ids, itemCount, since],
  );
  if (row === undefined) return Number.NaN;
  const expected = { done: ids.length, dangers: 2 * ids.length, photos: 2 * ids.length };
  return Object.entries(expected).reduce((sum, [name, count]) => sum + Math.abs(Object(row)[name] - count), 0);
}

export const checks = (): Promise<Figure[]> =>
  withServer({ database: 'anlan_site', enterprises: { 1: 500 } }, async (place, app) => {
    const ids = await makeChecks(place, checkCount, itemCount);
    const people = await place.sql<{ username: string }>(
      `select distinct u.username from app_user u join employee e on e.tenant_id = u.tenant_id and e.user_id = u.id
       where u.tenant_id = '1' and e.enterprise_id = (select enterprise_id from risk_check where id = $1)
         and e.post_kind in ('head', 'safetyManager', 'teamLeader') and u.username !~ '^demo' limit 6`,
      [ids[0]],
    );
    const tokens = await Promise.all(people.map(({ username }) => signIn(app, place, '1', username)));
    // One enterprise does the work of many here, so its limit of 500 files a day is raised.
    await place.sql(
      `insert into file_use (tenant_id, enterprise_id, day, files)
       select tenant_id, enterprise_id, (now() at time zone 'Asia/Shanghai')::date, -100000 from risk_check where id = $1
       on conflict (tenant_id, enterprise_id) do update set day = excluded.day, files = excluded.files`,
      [ids[0]],
    );
    const batches = Array.from({ length: Math.ceil(ids.length / checksEach) }, (_, at) =>
      ids.slice(at * checksEach, (at + 1) * checksEach),
    );
    const since = new Date();
    const processor = processorOfBoth(place, app);
    const began = performance.now();
    await forEachOf([...batches.entries()], phones, ([at, batch]) =>
      sendChecks(app, tokens[at % tokens.length] ?? '', batch),
    );
    const seconds = (performance.now() - began) / 1000;
    return [
      { what: 'checks with two photos per second', value: ids.length / seconds, target: '>= 30' },
      { what: 'checks, dangers, photos lost or doubled', value: await countWrong(place, ids, since), target: '<= 0' },
      {
        what: 'check with two photos, ms processor',
        value: (processorOfBoth(place, app) - processor) / ids.length,
        target: '',
      },
    ];
  });
