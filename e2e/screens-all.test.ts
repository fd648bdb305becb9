// Checks every page of every menu. The pages are read from the menus, so a new module needs no change here.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { insideScreens } from '../packages/contract/src/screens.ts';
import { findProblems, deep, pickBySeed, last, looks, waitUntilSettled, findOverflow } from './screen-checks.ts';
import { follow, front } from './people.ts';
import { pagesOfMenu, shared } from './menu-pages.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage({ simulator: true });

const people = ['platform', 'shop1', 'entstaff1', 'safety1', 'entadmin1', 'regulator1', 'admin1'] as const;

type Username = (typeof people)[number];

const beside: Record<string, readonly Username[]> = {
  '/notice': ['entstaff1', 'regulator1', 'shop1'],
  '/mall/config/decorate/home/page/addPage': ['regulator1', 'platform'],
  '/mall/config/decorate/home/page/addPageShop': ['shop1', 'regulator1'],
  '/info/index': ['entadmin1', 'regulator1', 'platform'],
  '/bus/enterprise/duplicates': ['regulator1', 'admin1'],
  '/bus/delivery/index': ['safety1', 'regulator1', 'entstaff1'],
  '/bus/danger/report': ['entstaff1', 'safety1'],
  '/bus/danger/own': ['entstaff1', 'safety1'],
  '/bus/danger/board': ['entstaff1', 'safety1'],
  '/bus/danger/statistics': ['regulator1', 'safety1'],
  '/bus/riskpoint/map': ['safety1', 'regulator1'],
  '/bus/score/index': ['entadmin1', 'safety1'],
  '/bus/shift/plan': ['safety1'],
  '/bus/classsession/attend': ['entstaff1'],
  '/bus/nucleintask/info/people': ['safety1', 'entadmin1'],
  '/bus/membership/index': ['entadmin1'],
  '/bus/orderrecords/refund': ['admin1'],
  '/bus/orderrecords/bill': ['admin1'],
};

/** Detail pages, checked by the tests that navigate to them (screens-regulator, screens-payment, inspection). */
const ofOne = [
  '/bus/classsession/show',
  '/bus/dailyEducation/viewVideo',
  '/bus/enterprise/dossier',
  '/upms/file/view',
  '/bus/inspection/site',
  '/bus/report/sheet',
  '/bus/orderrecords/order',
  '/bus/riskcheck/site',
  '/bus/riskpoint/card',
  '/bus/riskpoint/point',
  '/bus/spot/paper',
];

const home = '/wel/index';

const pagesOf = new Map<Username, string[]>();
for (const username of people) {
  const more = Object.entries(beside).flatMap(([path, who]) => (who.includes(username) ? [path] : []));
  pagesOf.set(username, [...(await pagesOfMenu(app.url, await browser.headersOf(username))), ...more]);
}

// The home page is checked for every account, because each kind of account has another home page.
const looksAt = shared(new Map([...pagesOf].map(([who, pages]) => [who, pages.filter((path) => path !== home)])));

async function resize(page: Page, size: { width: number; height: number }) {
  await page.setViewportSize(size);
  await page.evaluate(
    () => new Promise((done) => void requestAnimationFrame(() => void requestAnimationFrame(() => done(null)))),
  );
  await waitUntilSettled(page);
}

describe('menu pages', () => {
  it('can each be opened by at least one account', () => {
    const had = new Set([...[...pagesOf.values()].flat(), ...ofOne, '/', '/wel']);
    expect(insideScreens.filter((path) => !had.has(path))).toEqual([]);
    for (const username of people) expect(pagesOf.get(username), username).toContain(home);
  });

  it.each(people)(
    'of %s pass axe and fit both widths',
    async (username) => {
      const pages = [home, ...(looksAt.get(username) ?? [])];
      let [here, there] = pickBySeed(username, [
        [looks[0], looks[1]],
        [looks[1], looks[0]],
      ]);
      const { page } = await browser.enter(username, home, here);
      await waitUntilSettled(page);
      const problems: string[] = [];
      const note = (name: string, findings: string[]) =>
        problems.push(...findings.map((problem) => `${name}: ${problem}`));
      for (const [turn, path] of pages.entries()) {
        const name = `${username}${path.replaceAll('/', '-')}`;
        await follow(page, path);
        await front(page).getByRole('heading', { level: 1 }).first().waitFor();
        await waitUntilSettled(page);
        note(`${name}-${here.name}`, await findProblems(page, `${name}-${here.name}`, turn, last(turn, pages)));
        await resize(page, there.size);
        // Changes the width once per page. The next page is fully checked at the width at which this page was only
        // measured.
        note(
          `${name}-${there.name}`,
          deep ? await findProblems(page, `${name}-${there.name}`, turn) : await findOverflow(page),
        );
        [here, there] = [there, here];
      }
      expect(problems).toEqual([]);
    },
    600_000,
  );
});
