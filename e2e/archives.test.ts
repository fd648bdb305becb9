import { catalogue } from '@anlan/contract/modules/archive/catalogue';
import { expect, it } from 'vitest';
import { dialog, field } from './forms.ts';
import { looks, walker } from './screen-checks.ts';
import { follow, front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { browser } = await openStage();
const [desktop, phone] = looks;
const image = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

it('RT-24 lets a safety manager add a document to the archive', async () => {
  const { page } = await walker(browser, 'safety1', desktop);
  await follow(page, '/bus/archives/index?category=response');
  await front(page).getByRole('heading', { name: '一企一档' }).waitFor();
  const tree = front(page).getByRole('navigation', { name: '档案类别' });
  await tree.getByRole('button', { name: /基础资料/ }).click();
  const add = front(page)
    .getByRole('button', { name: /上传|添加|新增/ })
    .first();
  await add.click();
  await field(page, '资料名称').fill('厂区平面图（测试）');
  await field(page, '形成日期').fill('2026-01-15');
  await page.keyboard.press('Enter');
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: '图.png', mimeType: 'image/png', buffer: image });
  await dialog(page).getByText('图.png').first().waitFor();
  await dialog(page).getByRole('button', { name: '保存', exact: true }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await front(page).getByText('厂区平面图（测试）').first().waitFor();
  const zip = page.waitForEvent('download');
  await front(page).getByRole('button', { name: '下载压缩包' }).click();
  expect((await zip).suggestedFilename()).toMatch(/\.zip$/);
});

it('lets a regulator open an enterprise from the list of archives on a phone @deep', async () => {
  const { page } = await walker(browser, 'regulator1', phone);
  await follow(page, '/bus/archives/index');
  const first = front(page).getByRole('list', { name: '企业档案' }).getByRole('link').first();
  const name = await first.textContent();
  await first.click();
  await front(page)
    .getByText(name ?? '', { exact: false })
    .first()
    .waitFor();
});

it('shows a document uploaded by phone in the archive on the computer @deep', async () => {
  const here = await walker(browser, 'safety1', desktop);
  await follow(here.page, '/bus/archives/index?category=basic');
  await front(here.page)
    .getByRole('button', { name: /^用手机拍/ })
    .first()
    .click();
  const phoneDialog = here.page.getByRole('dialog', { name: /^用手机拍/ });
  await phoneDialog.getByText('等待手机上传').waitFor();
  const label = /《(.+)》/.exec((await phoneDialog.textContent()) ?? '')?.[1] ?? '';
  const item = catalogue.flatMap(({ items }) => items).find((one) => one.label === label);
  if (!item) throw new Error(`no item ${label}`);

  const there = await walker(browser, 'safety1', phone);
  await follow(there.page, `/bus/archives/index?add=${item.code}&category=basic`);
  await field(there.page, '资料名称').fill('手机拍的资料');
  await field(there.page, '形成日期').fill('2026-01-15');
  await there.page.keyboard.press('Enter');
  await dialog(there.page)
    .locator('input[type=file]')
    .setInputFiles({ name: '照片.png', mimeType: 'image/png', buffer: image });
  await dialog(there.page).getByText('照片.png').first().waitFor();
  await dialog(there.page).getByRole('button', { name: '保存', exact: true }).click();
  await dialog(there.page).waitFor({ state: 'detached' });
  expect(new URL(there.page.url()).searchParams.has('add')).toBe(false);

  await phoneDialog.waitFor({ state: 'detached' });
  await front(here.page).getByText('手机拍的资料').first().waitFor();
});
