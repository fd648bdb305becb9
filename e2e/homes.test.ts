import { numberText } from '@anlan/contract/domain/number-text';
import { describe, expect, it } from 'vitest';
import { waitUntilSettled } from './screen-checks.ts';
import { follow, front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();
const numberIn = (text: string | null) => Number((text ?? '').replaceAll(/[^\d]/g, '') || Number.NaN);

describe('home pages', () => {
  it('open a list with as many rows as the clicked number (CA-13)', async () => {
    const { page } = await browser.enter('regulator1', '/wel/index');
    for (const label of ['超期未整改', '30 天内到期']) {
      const tile = front(page).locator('.four :is(a.tile, .tile:has(a.tile-head))').filter({ hasText: label });
      await tile.waitFor();
      const shown = numberIn(await tile.locator('b').textContent());
      await tile.click();
      await front(page)
        .getByText(new RegExp(`共 ${numberText(shown)} 条`))
        .first()
        .waitFor();
      await follow(page, '/wel/index');
    }
    const trend = front(page).locator('.trend');
    await trend.getByRole('list', { name: '本月各颜色的企业数' }).waitFor();
    expect(await trend.locator('svg line').count()).toBeGreaterThan(2);
    const places = await front(page).locator('.danger-ranking .place').allTextContents();
    expect(places).toEqual(places.map((_, at) => String(at + 1)));
  }, 120_000);

  it('explain the score of an enterprise @deep', async () => {
    const { page } = await browser.enter('entadmin1', '/wel/index');
    await waitUntilSettled(page);
    await front(page).getByRole('link', { name: '上报隐患' }).first().waitFor();
    await front(page)
      .getByText(/^为什么是/)
      .or(front(page).getByText(/就能开始日常工作/))
      .first()
      .waitFor();
    const [own] = await app.sql<{ id: string }>(
      `select b.enterprise_id as id from user_enterprise b join app_user u on u.tenant_id = b.tenant_id and u.id = b.user_id
       where u.username = 'entadmin1' order by b.enterprise_id limit 1`,
    );
    await app.sql('update warning set removed_at = now() where enterprise_id = $1', [own?.id]);
    await page.reload();
    await front(page).getByText('还没有填写有效期').first().waitFor();
    expect(await front(page).getByText('30 天内没有到期事项').count()).toBe(0);
  }, 120_000);
});
