// Every page that a menu leads to, from the menus themselves: a module that comes is looked at without a line here.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { insideScreens } from '../packages/contract/src/screens.ts';
import { against, deep, drawn, last, looks, settled, unfit } from './looks.ts';
import { follow, front } from './people.ts';
import { pagesOfMenu, shared } from './menu.ts';
import { openStage } from './stage.ts';

const { app, browser } = await openStage({ simulator: true });

/** Somebody of each kind. */
const people = ['platform', 'shop1', 'entstaff1', 'safety1', 'entadmin1', 'regulator1', 'admin1'] as const;

type Username = (typeof people)[number];

/** Pages that no menu leads to, and who opens them. */
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

/** Pages that show one thing: whoever walks to it looks at them (screens-regulator, screens-payment, inspection). */
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

// Each has a home of their own.
const looksAt = shared(new Map([...pagesOf].map(([who, pages]) => [who, pages.filter((path) => path !== home)])));

async function resize(page: Page, size: { width: number; height: number }) {
  await page.setViewportSize(size);
  await page.evaluate(
    () => new Promise((done) => void requestAnimationFrame(() => void requestAnimationFrame(() => done(null)))),
  );
  await settled(page);
}

describe('every page of the menu has nothing against it by axe, and fits both widths', () => {
  it('somebody has every page that there is', () => {
    const had = new Set([...[...pagesOf.values()].flat(), ...ofOne, '/', '/wel']);
    expect(insideScreens.filter((path) => !had.has(path))).toEqual([]);
    for (const username of people) expect(pagesOf.get(username), username).toContain(home);
  });

  it.each(people)(
    '%s',
    async (username) => {
      const pages = [home, ...(looksAt.get(username) ?? [])];
      let [here, there] = drawn(username, [
        [looks[0], looks[1]],
        [looks[1], looks[0]],
      ]);
      const { page } = await browser.enter(username, home, here);
      await settled(page);
      const problems: string[] = [];
      const note = (name: string, found: string[]) => problems.push(...found.map((problem) => `${name}: ${problem}`));
      for (const [turn, path] of pages.entries()) {
        const name = `${username}${path.replaceAll('/', '-')}`;
        await follow(page, path);
        await front(page).getByRole('heading', { level: 1 }).first().waitFor();
        await settled(page);
        note(`${name}-${here.name}`, await against(page, `${name}-${here.name}`, turn, last(turn, pages)));
        await resize(page, there.size);
        // The page that comes next is looked at in the width that this one was only measured in.
        note(`${name}-${there.name}`, deep ? await against(page, `${name}-${there.name}`, turn) : await unfit(page));
        [here, there] = [there, here];
      }
      expect(problems).toEqual([]);
    },
    600_000,
  );
});
