// Numbers with a unit on home pages and in the heads of lists name the measure that declares them.
import { expect, test } from 'vitest';
import { openStage } from './app-and-browser.ts';
import { front } from './people.ts';
import { waitUntilSettled } from './screen-checks.ts';

const { browser } = await openStage();

const pages: Readonly<Record<string, readonly string[]>> = {
  regulator1: [
    '/wel/index',
    '/bus/enterpriseexpinfo1/index',
    '/bus/danger/statistics',
    '/bus/inspectionPlan/index',
    '/bus/enterprisewarn/index',
    '/bus/todo/index',
    '/wxmp/wxstat/index',
  ],
  entadmin1: ['/wel/index', '/bus/riskcheck/index', '/bus/certificate/index', '/bus/emp/index', '/bus/danger/own'],
  shop1: ['/wel/index'],
  platform: ['/wel/index'],
};

/** Texts with a number that no measure declares. Entries may only disappear. */
const unmeasured: readonly RegExp[] = [
  // What this device stores, which the server does not know.
  /项已存本机/,
];

/** Texts of tiles and list heads that have a number with a unit outside of a measured element. */
const read = () => {
  const counted = /\d[\d,.]* ?(?:项|家|件|条|人|次|起|处|辆|个|班|场|%)/;
  const front = [...document.querySelectorAll('[role=tabpanel]')].find((one) => one.checkVisibility());
  const heads = front?.querySelectorAll('.tile b, .page-head .sub, .danger-sums b') ?? [];
  return [...heads].flatMap((head) => {
    const copy = head.cloneNode(true);
    if (!(copy instanceof HTMLElement) || copy.dataset['measure'] !== undefined) return [];
    // A number without its measured element leaves only the unit.
    for (const one of copy.querySelectorAll('[data-measure]')) one.remove();
    const text = (copy.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    return counted.test(text) ? [text] : [];
  });
};

test.each(Object.entries(pages))(
  'names the measure of each number of %s',
  async (person, paths) => {
    const withoutMeasure: string[] = [];
    const { page } = await browser.enter(person, paths[0] ?? '/wel/index');
    for (const path of paths) {
      await page.goto(new URL(path, page.url()).href);
      await front(page).waitFor();
      await waitUntilSettled(page);
      withoutMeasure.push(...(await page.evaluate(read)).map((text) => `${path}: ${text}`));
    }
    expect(withoutMeasure.filter((text) => !unmeasured.some((one) => one.test(text)))).toEqual([]);
  },
  120_000,
);
