import { numberText } from '@anlan/contract/domain/number-text';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dialog } from './forms.ts';
import { front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();

const list = '/bus/enterpriseexpinfo1/index';
const phone = { size: { width: 390, height: 844 } };
const [before, after] = ['apps/server/data/demo-licence.png', 'e2e/pictures/sign-in-390.png'];
const about = (title: string) => `${list}?tab=all&keyword=${encodeURIComponent(title)}`;

async function pick(page: Page, label: string, text: string) {
  await page.getByLabel(label).click();
  await page.keyboard.type(text);
  await page.locator('.ant-select-item-option').filter({ hasText: text, visible: true }).first().click();
}

describe('hidden dangers', () => {
  it('RT-19 LY-17 are processed by four people from the report to the closure', async () => {
    const title = '熔炼炉冷却水无断水报警联锁';
    const { page: worker } = await browser.enter('entstaff1', '/bus/danger/report', phone);
    await worker.locator('input[type=file]').first().setInputFiles(before);
    await worker.getByRole('button', { name: /^移除 / }).waitFor();
    await worker.getByLabel('隐患名称').fill(title);
    await pick(worker, '隐患类别', '设备设施');
    await worker.getByLabel('地点').fill('熔炼车间 2 号炉');
    await worker.getByText('重大隐患', { exact: true }).click();
    await worker.getByLabel('判定依据').fill('冷却水系统未设置断水报警与联锁装置');
    await worker.getByLabel('防范措施').fill('停炉，拉警戒带并派专人看护');
    await pick(worker, '交给', '许静远');
    await worker.getByRole('button', { name: '上报', exact: true }).click();
    await worker.getByRole('heading', { name: '已上报' }).waitFor();

    const { page: safety } = await browser.enter('safety1', about(title));
    await front(safety).getByRole('button', { name: title, exact: true }).click();
    await dialog(safety).getByRole('button', { name: '编制治理方案' }).click();
    for (const [label, text] of [
      ['治理目标和任务', '一周内装上断水报警与联锁'],
      ['治理方法和措施', '加装流量开关，与加热电源联锁'],
      ['机构和人员', '设备部负责，安全部监督'],
      ['时限和要求', '11 月底前完成并试运行'],
      ['安全措施和应急预案', '停炉作业，备用水箱随时可用'],
    ] as const)
      await dialog(safety).last().getByLabel(label).fill(text);
    await dialog(safety).last().getByRole('button', { name: '编制治理方案' }).click();
    await safety.getByText(/^已编制治理方案/).waitFor();

    const { page: head } = await browser.enter('entadmin1', about(title));
    await front(head)
      .getByRole('button', { name: `去审批 ${title}` })
      .click();
    await dialog(head).getByText('流量开关').waitFor();
    await dialog(head).getByRole('button', { name: '批准方案' }).click();
    await head.getByText(`已批准方案：${title}`).waitFor();

    await dialog(safety).getByRole('button', { name: '关闭' }).click();
    await safety.reload();
    await front(safety)
      .getByRole('button', { name: `去签收 ${title}` })
      .click();
    await dialog(safety).getByRole('button', { name: '签收', exact: true }).click();
    await dialog(safety).getByRole('button', { name: '提交整改' }).click();
    const fixing = dialog(safety).last();
    await fixing.getByLabel('整改措施').fill('已加装流量开关并与加热电源联锁，试运行三天正常');
    await fixing.locator('input[type=file]').first().setInputFiles(after);
    await fixing.locator('input[type=file]').last().setInputFiles(before);
    await expect.poll(() => fixing.getByRole('button', { name: /^移除 / }).count()).toBe(2);
    await fixing.getByRole('button', { name: '提交整改' }).click();
    await safety.getByText(/^已提交整改/).waitFor();

    // The approval field shows the reason of the rejection.
    await head.reload();
    await dialog(head).getByRole('button', { name: '退回' }).click();
    await dialog(head).getByText('退回请写明原因，至少 5 个字').waitFor();
    await dialog(head).getByRole('button', { name: '负责人签字' }).click();
    await head.getByText(`已负责人签字：${title}`).waitFor();

    const { page: regulator } = await browser.enter(
      'regulator1',
      `${list}?tab=recheck&keyword=${encodeURIComponent(title)}`,
    );
    await front(regulator).getByRole('heading', { name: '待整改事项' }).waitFor();
    await front(regulator)
      .getByRole('button', { name: `去复查 ${title}` })
      .click();
    const slider = dialog(regulator).getByRole('slider');
    await slider.focus();
    await regulator.keyboard.press('ArrowLeft');
    await expect.poll(() => slider.inputValue()).toBe('48');
    const close = async () => {
      await dialog(regulator).getByRole('button', { name: '照片与措施相符' }).click();
      await dialog(regulator)
        .getByRole('button', { name: /^复查通过/ })
        .click();
    };
    // The call waits for five seconds, because it notifies people. Until then nothing is closed.
    await close();
    await dialog(regulator).getByText('即将销号，可以撤回').waitFor();
    await dialog(regulator).getByRole('button', { name: '撤回' }).click();
    await dialog(regulator).getByText('即将销号，可以撤回').waitFor({ state: 'detached' });
    await close();
    await regulator.getByText(`已销号：${title}`).waitFor();
    const [row] = await app.sql<{ status: string; people: number }>(
      `select d.status, (select count(distinct h.by_id)::int from resource_history h
         where h.resource = 'danger' and h.row_id = d.id) as people
         from danger d where d.title = $1`,
      [title],
    );
    expect(row).toEqual({ status: 'accepted', people: 4 });
  });

  it('keep input and photo on a network failure @deep', async () => {
    const person = await browser.enter('entstaff1', '/bus/danger/report', phone);
    const { page } = person;
    const title = '消火栓箱前堆放杂物';
    // Waits until the page is complete, before the network is cut.
    await page.getByLabel('期限').waitFor();
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await page.locator('input[type=file]').first().setInputFiles(before);
    await page.getByText('没有传上去，网络恢复后再试').waitFor();
    await page.context().setOffline(false);
    // Waits for the upload, which restarts when the network returns.
    await expect.poll(() => page.locator('.files-sending').count()).toBe(0);
    await page.locator('.files-tile img').waitFor();
    await page.getByLabel('隐患名称').fill(title);
    await pick(page, '隐患类别', '消防');
    await page.getByLabel('地点').fill('3 层西走廊');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: '上报', exact: true }).click();
    await page.getByText('网络不可用，还没有发出').waitFor();
    expect(await page.getByLabel('隐患名称').inputValue()).toBe(title);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: '上报', exact: true }).click();
    await page.getByRole('heading', { name: '已上报' }).waitFor();
    const rows = await app.sql('select id from danger where title = $1', [title]);
    expect(rows).toHaveLength(1);
  });

  it('CA-13 are as many in the list as in the yearly statistics @deep', async () => {
    const { page } = await browser.enter('regulator1', '/bus/danger/statistics');
    await front(page).getByText('本年', { exact: true }).click();
    await front(page).getByText('按来源', { exact: true }).click();
    const table = front(page).getByRole('table', { name: '隐患统计，按来源' });
    const row = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: '监管检查' }) });
    const count = Number((await row.getByRole('link').first().textContent())?.replaceAll(',', ''));
    expect(count).toBeGreaterThan(0);
    await row.getByRole('link').first().click();
    await front(page)
      .getByText(new RegExp(`共 ${numberText(count)} 条`))
      .first()
      .waitFor();

    const { page: urging } = await browser.enter('regulator1', `${list}?tab=todo`);
    await front(urging).getByRole('checkbox').nth(1).check();
    await front(urging)
      .getByRole('button', { name: /^催办 1 项/ })
      .click();
    await urging.getByText('已催办 1 项').waitFor();
    await front(urging).getByText('已催办', { exact: true }).first().waitFor();
  });
});
