import { describe, expect, it } from 'vitest';
import { follow, front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();

const numberIn = (text: string | null) => Number(/[\d,]+/.exec(text ?? '')?.[0].replaceAll(',', '') ?? Number.NaN);

describe('numbers and map of a regulator', () => {
  it('open the list with as many enterprises as the clicked tile shows (CA-13) @deep', async () => {
    const { page } = await browser.enter('regulator1', '/wel/index');
    for (const label of ['本月新增', '企业证照到期']) {
      const tile = front(page).getByRole('link', { name: new RegExp(`^${label}(?!隐患)`) });
      await tile.waitFor();
      const expected = numberIn(await tile.locator('b').textContent());
      await tile.click();
      await front(page)
        .getByText(new RegExp(`共 ${expected} 条`))
        .waitFor();
      await follow(page, '/wel/index');
    }
  }, 180_000);

  it('open for every number on the home page the list with as many rows (RT-16, CA-13) @deep', async () => {
    const { page } = await browser.enter('regulator1', '/wel/index');
    const home = front(page);
    for (const one of ['.many a.tile', '.many em a', '.legend a', '.ranking a', '.kind-rates td a'])
      await home.locator(one).first().waitFor();
    const numbers = await home
      .locator('.many a.tile, .many em a, .legend a, .ranking a, .kind-rates a')
      .evaluateAll((links) =>
        links.map((link) => {
          const share = /(\d+) \/ \d+ 家/.exec(link.getAttribute('aria-label') ?? link.textContent ?? '')?.[1];
          const countText = share ?? link.querySelector('b, small')?.textContent ?? link.textContent ?? '';
          return {
            to: link.getAttribute('href') ?? '',
            text: link.textContent,
            count: countText.replaceAll(/[^\d]/g, ''),
          };
        }),
      );
    // Tiles and the parts of shares, four colours and 未评, regions, and kinds with two shares each.
    expect(numbers.length).toBeGreaterThanOrEqual(6 + 5 + 1 + 3);
    const wrong: string[] = [];
    for (const { to, text, count } of numbers) {
      const [path, query = ''] = to.split('?');
      const sorted = new URLSearchParams(query);
      sorted.sort();
      await follow(page, query === '' ? to : `${path}?${sorted}`);
      await front(page)
        .getByText(count === '0' ? '没有符合筛选条件的记录' : new RegExp(`^共 ${count} 条`))
        .first()
        .waitFor({ timeout: 10_000 })
        .catch(() => wrong.push(`${text} ${to}`));
    }
    expect(wrong).toEqual([]);
  }, 240_000);

  it('zoom from the country into a region on the map', async () => {
    const { page } = await browser.enter('regulator1', '/bus/enterprise/map');
    const table = front(page).getByRole('table');
    const row = table.getByRole('row', { name: /滨江区/ });
    await row.waitFor();
    const count = numberIn(await row.getByRole('link').first().textContent());
    for (const name of ['放大', '缩小']) await front(page).getByRole('button', { name, exact: true }).waitFor();
    // A bubble on the map can be focused and opened by keyboard.
    const bubble = front(page).getByRole('button', { name: /^滨江区 \d+ 家/ });
    await bubble.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/regionCode=330108/);
    await front(page).getByRole('button', { name: '图上企业' }).click();
    // Bubbles of the old view remain until the points of the new view arrive.
    const points = front(page)
      .locator('.in-view button')
      .filter({ hasNotText: /\d 家：/ });
    const name = (await points.first().locator('span').first().textContent()) ?? '';
    await points.filter({ hasText: name }).first().click();
    await front(page).getByRole('link', { name: '查看企业档案' }).waitFor();
    await expect.poll(() => front(page).locator('.map-card-point').textContent()).toContain(name);
    await front(page).getByRole('button', { name: '区域排名' }).click();
    await front(page)
      .getByRole('link', { name: `滨江区 ${count} 家企业的名单` })
      .click();
    await front(page)
      .getByText(new RegExp(`共 ${count} 条`))
      .waitFor();
  }, 180_000);

  it('show all filtered enterprises after zooming under another filter @deep', async () => {
    const { page } = await browser.enter('regulator1', '/bus/enterprise/map');
    // Opens the district in the list beside the map, because the bubbles are drawn again at each change of the view.
    const district = front(page)
      .locator('.in-view')
      .getByRole('button', { name: /^滨江区 \d+ 家/ });
    const note = front(page).locator('.in-view-note');
    await front(page).getByRole('button', { name: '图上企业' }).click();
    await district.waitFor();
    // Reads the total from the text above the map. The map may load before the area that it must show is known, so
    // its own number may belong to another area.
    const located = /([\d,]+) 家有坐标/.exec(
      (await front(page)
        .getByText(/家有坐标/)
        .textContent()) ?? '',
    )?.[1];
    await note.filter({ hasText: `图上 ${located} 家` }).waitFor();
    const whole = await note.textContent();
    await district.click();
    await page.waitForURL(/regionCode=330108/);
    await note.filter({ hasNotText: '放大后' }).waitFor();
    const out = front(page).locator('.leaflet-control-zoom-out');
    // Below level 12 the map shows regions again.
    let zoom = 12;
    while (zoom >= 12) {
      const [answer] = await Promise.all([
        page.waitForResponse((one) => one.url().includes('/bus/enterprise/map?')),
        out.click(),
      ]);
      zoom = Number(new URL(answer.url()).searchParams.get('zoom'));
    }
    await district.click();
    await note.filter({ hasNotText: '放大后' }).waitFor();
    expect(numberIn(await note.textContent())).toBeLessThan(numberIn(whole));
    await front(page).getByRole('button', { name: '清除', exact: true }).click();
    await page.waitForURL(({ search }) => search === '');
    await expect.poll(() => note.textContent()).toBe(whole);
  }, 180_000);

  it('explain on an empty map how to add enterprises @deep', async () => {
    await app.sql(`update enterprise set lng = null, lat = null where tenant_id = '2'`, [], '2');
    const { page } = await browser.enter('regulator2', '/bus/enterprise/map');
    await front(page).getByText('这些企业还没有填写坐标').waitFor();
    await front(page).getByRole('link', { name: '企业管理' }).waitFor();
  });
});
