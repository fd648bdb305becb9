// A working day in the shell, on a slow processor: wide and on a phone, with the network cut, by the keyboard alone.
// DAY_PICTURES names a folder for a picture of each step; DAY_WALKS some of the walks: regulator-1440, keys …
import { mkdirSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { withConnection } from '../apps/server/src/platform/db/connection.ts';
import { openChromium, slow, slowed, windowOf } from './browser.ts';
import { byKeys } from './day-keys.ts';
import { enter, ended, reset } from './day-shell.ts';
import { watch, type Watched } from './day-watch.ts';
import { enterpriseDay, regulatorDay } from './day-work.ts';
import { say } from './measure.ts';
import { openPlace, type Place } from './place.ts';
import { serveApp } from './servers.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const chosen = process.env['DAY_WALKS']?.split(' ');

const endSessions = (place: Place, username: string) =>
  withConnection(place.superuserUrl, (client) =>
    client.query(
      `update session set revoked_at = now(), revoked_reason = 'ended by administrator'
       where revoked_at is null and user_id in (select id from app_user where username = $1)`,
      [username],
    ),
  );

/** A person at a browser of their own. */
async function sit(browser: Browser, url: string, name: string, isSmall: boolean, isSlow = true): Promise<Watched> {
  const context = await browser.newContext({ ...windowOf(url), ...(isSmall ? phone : {}) });
  const who = await watch(context, name, isSmall);
  if (isSlow) await slow(who.page);
  return who;
}

const cell = (walk: Watched, name: string) => {
  const step = walk.steps.get(name);
  if (!step) return '';
  if (step.ms === null) return '**failed**';
  return `${step.ms.toFixed(0)}${step.task > 0 ? ` (${step.task.toFixed(0)})` : ''}`;
};

/** Prints the steps as a table of Markdown, then what was found. */
function tell(walks: ReadonlyMap<string, Watched>) {
  const names = [...new Set([...walks.values()].flatMap(({ steps }) => [...steps.keys()]))];
  say(`\n### A working day, processor ${slowed} times slower: milliseconds (longest task of 200 or more)\n`);
  say(`| step | ${[...walks.keys()].join(' | ')} |\n|---|${'---|'.repeat(walks.size)}`);
  for (const name of names) say(`| ${name} | ${[...walks.values()].map((walk) => cell(walk, name)).join(' | ')} |`);
  for (const [name, { problems, targets }] of walks) {
    say(`\n${name}: ${problems.length} things to look at`);
    for (const problem of problems) say(`- ${problem}`);
    if (targets.size > 0) say(`${targets.size} targets below 40 px`);
    for (const target of [...targets].toSorted((one, other) => parseInt(one) - parseInt(other))) say(`  - ${target}`);
  }
}

/** `npm run bench day`. */
export async function day() {
  const pictures = process.env['DAY_PICTURES'];
  if (pictures) mkdirSync(pictures, { recursive: true });
  const place = await openPlace('anlan_day', { 1: 3_000 });
  const app = await serveApp(place);
  const browser = await openChromium();
  const walks = new Map<string, Watched>();
  const walk = async (name: string, isSmall: boolean, way: (who: Watched) => Promise<unknown>) => {
    if (chosen && !chosen.includes(name)) return;
    say(`${name} begins`);
    const who = await sit(browser, app.url, name, isSmall);
    walks.set(name, who);
    // What keeps one walk from going on keeps the others from nothing.
    await who.between(() => way(who));
    await who.page.context().close();
  };
  try {
    for (const [width, isSmall] of [
      [1440, false],
      [390, true],
    ] as const) {
      await walk(`regulator-${width}`, isSmall, async (who) => {
        const reader = await sit(browser, app.url, `reader-${width}`, isSmall);
        walks.set(`reader-${width}`, reader);
        await enter(reader, { username: 'entstaff1', kind: '企业人员', home: '.own-name strong' });
        await regulatorDay(who, reader).finally(() => reader.page.context().close());
        await reset(who);
        await ended(who, () => endSessions(place, 'regulator1'));
      });
      await walk(`enterprise-${width}`, isSmall, async (who) => {
        await enterpriseDay(who);
        await reset(who);
        await ended(who, () => endSessions(place, 'entadmin1'));
      });
    }
    await walk('keys', false, byKeys);
    tell(walks);
  } finally {
    await browser.close();
    await app.stop();
    await place.stop();
  }
}
