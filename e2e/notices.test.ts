import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hostileMarkup } from '../apps/server/testing/hostile-markup.ts';
import { dialog } from './forms.ts';
import { choose, front, goTo } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();

const title = '关于报送重点检查情况的通知';
const link = (page: Page, label: string) =>
  page.getByRole('complementary', { name: '侧边菜单' }).getByRole('link', { name: new RegExp(`^${label}`) });

describe('announcements', () => {
  it('RT-18 LY-17 are published to a region and confirmed by enterprise staff', async () => {
    const [place] = await app.sql<{ name: string; path: string }>(
      `select r.name, r.path from region r join enterprise e on e.region_code = r.code
       join user_enterprise b on b.enterprise_id = e.id join app_user u on u.id = b.user_id
       where u.username = 'entstaff1' and r.tenant_id = '0'`,
    );
    const staff = await browser.enter('entstaff1');
    const { page: theirs } = staff;
    const unread = async () =>
      Number(/，(\d+) 条/.exec((await link(theirs, '通知公告').textContent()) ?? '')?.[1] ?? 0);
    await expect.poll(unread).toBeGreaterThan(0);
    const before = await unread();
    // The second person has the list open while the announcement is published.
    await link(theirs, '通知公告').click();
    await front(theirs)
      .getByText(/共 [\d,]+ 条/)
      .first()
      .waitFor();

    const { page } = await browser.enter('regulator1');
    await goTo(page, '工作台', '通知公告');
    await front(page).getByRole('button', { name: '新增公告' }).first().click();
    await dialog(page).getByRole('textbox', { name: '正文' }).waitFor();
    await dialog(page).getByRole('button', { name: '发布', exact: true }).click();
    await dialog(page).getByText('标题不能为空').waitFor();
    await dialog(page)
      .getByLabel(/^标题\*?$/)
      .fill(title);
    await dialog(page)
      .getByLabel(/^类别\*?$/)
      .click();
    await page.locator('.ant-select-item-option').filter({ hasText: '工作部署', visible: true }).click();
    await dialog(page).getByText('指定区域的企业').click();
    await dialog(page).getByLabel(/^区域/).click();
    await page.keyboard.type(place?.name ?? '');
    await page
      .locator('.ant-cascader-menu-item')
      .filter({ hasText: place?.path.split(' / ').slice(-2).join(' / ') ?? '', visible: true })
      .first()
      .click();
    await dialog(page)
      .getByText(/将有 \d+ 人看到（\d+ 家企业）/)
      .waitFor();
    await dialog(page).getByRole('textbox', { name: '正文' }).click();
    await dialog(page).getByRole('button', { name: '大标题', exact: true }).click();
    await page.keyboard.type('一、报送内容');
    await page.keyboard.press('Enter');
    await page.keyboard.type('请于本周五前报送检查情况。');
    await dialog(page).getByLabel('需要回执').click();
    await dialog(page).getByRole('button', { name: '发布', exact: true }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByText('已发布', { exact: true }).first().waitFor();

    // The socket pushes the announcement, so it appears without a reload.
    await expect.poll(unread).toBe(before + 1);
    await front(theirs)
      .getByRole('button', { name: new RegExp(`未读\\s*${title}`) })
      .click();
    await front(theirs).getByRole('heading', { name: '一、报送内容' }).waitFor();
    await front(theirs).getByRole('button', { name: '我已知悉，提交回执' }).click();
    await front(theirs)
      .getByText(/已回执$/)
      .first()
      .waitFor();
    await expect.poll(unread).toBe(before);

    await page.reload();
    await front(page)
      .getByRole('button', { name: `阅读情况 ${title}` })
      .click();
    await expect.poll(() => dialog(page).locator('.notice-numbers').textContent()).toMatch(/已读1.*已回执1/);
    await dialog(page).getByText('已回执', { exact: true }).last().click();
    await dialog(page).getByText('沈安然').waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await front(page)
      .getByRole('button', { name: `更多操作 ${title}` })
      .click();
    await choose(page, '撤回');
    await dialog(page).getByLabel('撤回原因').fill('附件有误，更正后重新发布');
    await dialog(page).getByRole('button', { name: '撤回' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByText('已撤回', { exact: true }).first().waitFor();
    await theirs.reload();
    await front(theirs)
      .getByText(/共 [\d,]+ 条/)
      .first()
      .waitFor();
    expect(await front(theirs).getByText(title).count()).toBe(0);
  });

  it('S40 show only allowed elements of markup that was written directly into the database @deep', async () => {
    const [row] = await app.sql<{ id: string }>(
      `update announcement set title = '直接写入的公告', content = $1
       where tenant_id = '1' and title like '有限空间%' returning id`,
      [hostileMarkup.join('') + '<p>正文末尾</p>'],
    );
    const { page } = await browser.enter('entstaff1', `/notice?tab=announcement&id=${row?.id}`);
    const text = front(page).locator('.rich-text');
    await text.waitFor();
    const strangers = await text.evaluate((box) =>
      [...box.querySelectorAll('*')].flatMap((element) => [
        ...(/^(P|BR|H[2-4]|STRONG|EM|U|S|UL|OL|LI|BLOCKQUOTE|HR|A|CODE|PRE)$/.test(element.tagName)
          ? []
          : [element.tagName]),
        ...[...element.attributes].flatMap(({ name, value }) =>
          ['start', 'target', 'rel'].includes(name) || (name === 'href' && /^(https?|mailto|tel):/.test(value))
            ? []
            : [`${name}=${value}`],
        ),
      ]),
    );
    expect(strangers).toEqual([]);
  });
});
