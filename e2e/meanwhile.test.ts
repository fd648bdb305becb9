// Two people take steps with one enterprise: whoever comes second is told, and can go on (CA-13).
import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { dialog } from './forms.ts';
import { front } from './people.ts';
import { openStage } from './stage.ts';

// Several people sign in within one test.
vi.setConfig({ testTimeout: 180_000 });

const { house, browser } = await openStage();

const dossier = (id: string) => `/bus/enterprise/dossier?id=${id}`;
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();
let taken = 0;
/** One enterprise of the demonstration that no other test of this file uses, put into a state. */
async function one(status: string) {
  taken += 1;
  const [found] = await house.sql<{ id: string; name: string }>(
    `update enterprise set status = $1, review_note = null, submitted_by = null where id =
       (select id from enterprise where tenant_id = '1' and status = 'active' and removed_at is null
         and id not in (select enterprise_id from user_enterprise) order by id offset $2 limit 1)
     returning id, name`,
    [status, 20 + taken],
  );
  if (!found) throw new Error('the demonstration has too few enterprises');
  return found;
}
const statusOf = async (id: string) =>
  (await house.sql<{ status: string }>('select status from enterprise where id = $1', [id]))[0]?.status;

describe('of two people who take a step with one row', () => {
  it('whoever decides second is told, and what they typed stands', async () => {
    const { id, name } = await one('underReview');
    const first = await browser.enter('regulator1', dossier(id));
    const second = await browser.enter('admin1', dossier(id));
    second.expectStatus(409, 400);
    const decided: number[] = [];
    second.page.on('response', (answer) => {
      if (/\/bus\/enterprise\/(approve|reject)$/.test(answer.url())) decided.push(answer.status());
    });
    for (const { page } of [first, second]) {
      await front(page).getByRole('button', { name: '审核', exact: true }).click();
      await dialog(page).getByRole('heading', { name }).waitFor();
    }
    await press(first.page, '通过');
    await first.page.getByText(`已通过“${name}”`).waitFor();
    await dialog(second.page)
      .getByLabel(/^审核意见/)
      .fill('资料不全，请补充');
    await press(second.page, '驳回');
    await dialog(second.page).getByText('这家企业刚刚被他人修改过').waitFor();
    expect(
      await dialog(second.page)
        .getByLabel(/^审核意见/)
        .inputValue(),
    ).toBe('资料不全，请补充');
    expect(await statusOf(id)).toBe('active');
    // The row is known as it is now: whatever is pressed next is refused for what it is.
    await press(second.page, '通过');
    await dialog(second.page).getByText('只有待审核的企业可以审核').waitFor();
    expect(await dialog(second.page).getByText('这家企业刚刚被他人修改过').count()).toBe(0);
    expect(decided).toEqual([409, 400]);
  });

  it('whoever stops it second learns why it cannot be stopped', async () => {
    const { id, name } = await one('active');
    const first = await browser.enter('regulator1', dossier(id));
    const second = await browser.enter('admin1', dossier(id));
    second.expectStatus(409, 400);
    for (const { page } of [first, second]) {
      await front(page).getByRole('button', { name: '停产停业', exact: true }).click();
      await dialog(page).getByLabel('停产类型').click();
      await page.locator('.ant-select-item-option').filter({ hasText: '停业', visible: true }).click();
      await dialog(page).getByLabel('停产原因').fill('设备检修停业一个月');
    }
    await press(first.page, '停产停业');
    await first.page.getByText(`已登记停产停业：${name}`).waitFor();
    await press(second.page, '停产停业');
    await dialog(second.page).getByText('这家企业刚刚被他人修改过').waitFor();
    await press(second.page, '停产停业');
    await dialog(second.page).getByText('只有在营企业可以停产停业').waitFor();
    expect(await dialog(second.page).getByText('这家企业刚刚被他人修改过').count()).toBe(0);
  });
});
