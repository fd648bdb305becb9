// First visits with an empty cache, a form of 60 fields, and a list of 100 rows.
import { firstVisit, go, list, openSlowly, rows, settled, untilPainted, withBrowser } from './browser.ts';
import type { Figure } from './measured-results.ts';
import { median, roundsOr } from './measure.ts';

const lists = {
  enterprises: list,
  dangers: '/bus/enterpriseexpinfo1/index?tab=all',
  'stations (kit)': '/bus/station/index',
};
const form = '[role=dialog] .kit-form-grid input';

export const visits = (): Promise<Figure[]> =>
  withBrowser({}, async ({ browser, page, session, app }) => {
    const values = new Map<string, { target: string; all: number[] }>();
    const note = (what: string, target: string, value: number) => {
      const entry = values.get(what) ?? { target, all: [] };
      entry.all.push(value);
      values.set(what, entry);
    };
    const rounds = roundsOr(5);
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, path] of Object.entries(lists)) {
        const visit = await firstVisit(browser, app.url, { path, selector: rows, session });
        note(`first visit of ${name}: rows at 4x CPU, ms`, '<= 1600', visit.painted);
        note(`first visit of ${name}: requests`, '<= 40', visit.requests);
        note(`first visit of ${name}: kB`, '<= 380', visit.bytes / 1000);
      }
      const home = { path: '/wel/index', selector: '.tiles a, .tile', session, idle: true };
      note('home until the network is idle, kB', '<= 290', (await firstVisit(browser, app.url, home)).bytes / 1000);
    }
    await openSlowly(page, list);
    for (let round = 0; round < rounds; round += 1) {
      const edit = page.locator('.view[role=tabpanel]:visible').getByRole('button', { name: /^编辑/ }).first();
      note('form of 60 fields opens at 4x CPU, ms', '<= 600', await untilPainted(page, () => edit.click(), form));
      await page.getByRole('dialog').getByRole('button', { name: '取消', exact: true }).click();
      await page.locator(form).first().waitFor({ state: 'hidden' });
    }
    for (let round = 0; round < rounds; round += 1) {
      await go(page, `${list}?size=20`);
      await page.waitForFunction(
        (selector) => [...document.querySelectorAll(selector)].filter((row) => row.checkVisibility()).length <= 20,
        rows,
      );
      await settled(page);
      const ms = await untilPainted(page, () => go(page, `${list}?size=100`), rows, { count: 100 });
      note('list of 100 rows at 4x CPU, ms', '<= 1000', ms);
    }
    return [...values].map(([what, { target, all }]) => ({ what, value: median(all), target }));
  });
