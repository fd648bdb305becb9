import type { Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { waitUntilSettled, applyTheme } from './screen-checks.ts';
import { follow, front, type Look } from './people.ts';
import { expectLike, expectSame, shot } from './pictures.ts';
import { openStage } from './app-and-browser.ts';

const { browser } = await openStage();

const list = '/bus/enterprise/index';
const listed = (page: Page) =>
  front(page)
    .getByText(/共 [\d,]+ 条/)
    .first()
    // Long timeout for the first page of a new tenant on a busy machine.
    .waitFor({ timeout: 60_000 });
const opened = async (page: Page) => {
  // The first tab was left before it loaded, so it shows its skeleton.
  await waitUntilSettled(page);
  await follow(page, list);
  await listed(page);
  await waitUntilSettled(page);
};

describe('a page', () => {
  it('looks unchanged after a tab switch or a theme change and back (LY-07, CN-04)', async () => {
    const { page } = await browser.enter('regulator1');
    await opened(page);
    const before = await shot(page);
    await page.getByRole('tab', { name: '首页' }).click();
    await waitUntilSettled(page);
    await page.getByRole('tab', { name: '企业管理' }).click();
    await listed(page);
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await expectSame(page, before, await shot(page), 'after another tab');
    await applyTheme(page, 'theme-black');
    await waitUntilSettled(page);
    await applyTheme(page, 'theme-white');
    await expectSame(page, before, await shot(page), 'after another theme');
  });
});

const looks: readonly (Look & { name: string })[] = [
  { name: '1440', size: { width: 1440, height: 900 }, theme: 'theme-white' },
  { name: '1440-dark', size: { width: 1440, height: 900 }, theme: 'theme-black' },
  { name: '390', size: { width: 390, height: 844 }, theme: 'theme-white' },
];

describe.each(looks)('screenshots at $name', ({ name, ...how }) => {
  it('match the reference picture of the sign-in page @deep', async () => {
    const { page } = await browser.stranger(how);
    await page.goto('/login');
    await page.getByRole('button', { name: '登录', exact: true }).waitFor();
    await expectLike(page, `sign-in-${name}`);
  });

  // The home page is not compared, because it depends on the day. homes.test.ts checks the numbers of the home page.
  it('match the reference pictures of the enterprise list and its form', async () => {
    const { page } = await browser.enter('regulator1', '/wel/index', how);
    await opened(page);
    await expectLike(page, `list-${name}`);
    await front(page).getByRole('button', { name: '新增企业' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /保\s*存/ })
      .first()
      .waitFor();
    await expectLike(page, `drawer-${name}`);
  });

  it('match the reference picture of the role page @deep', async () => {
    const { page } = await browser.enter('admin1', '/wel/index', how);
    await waitUntilSettled(page);
    await follow(page, '/upms/role/index');
    await listed(page);
    await expectLike(page, `roles-${name}`);
  });
});
