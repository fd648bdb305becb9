import type { Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { settled, wear } from './looks.ts';
import { follow, front, type Look } from './people.ts';
import { expectLike, expectSame, shot } from './pictures.ts';
import { openStage } from './stage.ts';

const { browser } = await openStage();

const list = '/bus/enterprise/index';
const listed = (page: Page) =>
  front(page)
    .getByText(/共 [\d,]+ 条/)
    .first()
    // The first page that a fresh house shows, on a machine that does much else.
    .waitFor({ timeout: 60_000 });
const opened = async (page: Page) => {
  // A page that is left unread waits with its bones.
  await settled(page);
  await follow(page, list);
  await listed(page);
  await settled(page);
};

describe('a page', () => {
  it('that was left for another tab, or worn in another theme and back, looks as before (LY-07, CN-04)', async () => {
    const { page } = await browser.enter('regulator1');
    await opened(page);
    const before = await shot(page);
    await page.getByRole('tab', { name: '首页' }).click();
    await settled(page);
    await page.getByRole('tab', { name: '企业管理' }).click();
    await listed(page);
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await expectSame(page, before, await shot(page), 'after another tab');
    await wear(page, 'theme-black');
    await settled(page);
    await wear(page, 'theme-white');
    await expectSame(page, before, await shot(page), 'after another theme');
  });
});

const looks: readonly (Look & { name: string })[] = [
  { name: '1440', size: { width: 1440, height: 900 }, theme: 'theme-white' },
  { name: '1440-dark', size: { width: 1440, height: 900 }, theme: 'theme-black' },
  { name: '390', size: { width: 390, height: 844 }, theme: 'theme-white' },
];

describe.each(looks)('at $name', ({ name, ...how }) => {
  it('sign-in looks as its picture @deep', async () => {
    const { page } = await browser.stranger(how);
    await page.goto('/login');
    await page.getByRole('button', { name: '登录', exact: true }).waitFor();
    await expectLike(page, `sign-in-${name}`);
  });

  // What the homes show follows the day; homes.test.ts reads their numbers.
  it('the list of enterprises and the form over it look as their pictures', async () => {
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

  it('roles look as their picture @deep', async () => {
    const { page } = await browser.enter('admin1', '/wel/index', how);
    await settled(page);
    await follow(page, '/upms/role/index');
    await listed(page);
    await expectLike(page, `roles-${name}`);
  });
});
