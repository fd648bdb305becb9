import { it } from 'vitest';
import { atEachWidth, walker } from './screen-checks.ts';
import { follow, front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();

const switchOn = (on: boolean) =>
  app.sql(`update risk_rule set enabled = $1 where tenant_id = '1' and type = 'popup'`, [on]);

const longTitle = '强寒潮、道路结冰和大风三项预警同时生效期间高处与有限空间作业安全风险提示（一）';

atEachWidth((width) => {
  it('risk rules and warnings of every level pass the axe and width checks @deep', async () => {
    await switchOn(false);
    const { page, dialog, close, look } = await walker(browser, 'regulator1', width);
    const preview = dialog.filter({ hasText: '预览：' });
    const shown = async (level: string) => {
      if (await preview.count()) await preview.getByRole('button', { name: '关闭预览' }).click();
      await preview.waitFor({ state: 'detached' });
      await dialog.getByText(level, { exact: true }).click();
      await dialog.getByRole('button', { name: '预览弹窗' }).click();
      await preview.getByText(level, { exact: true }).waitFor();
    };
    await look({
      'risk-expiry': async () => {
        await follow(page, '/bus/riskrule/index');
        await front(page).getByRole('region', { name: '弹窗提示' }).getByText('已停用').waitFor();
        await front(page).getByRole('button', { name: '编辑到期预警' }).click();
        await dialog.getByLabel('提前天数').fill('0');
        await dialog.getByRole('button', { name: '保存', exact: true }).click();
        await dialog.getByText('提前天数应为 1 到 365 之间的整数').first().waitFor();
      },
      'risk-popup': async () => {
        await close('changed');
        await front(page).getByRole('button', { name: '编辑弹窗提示' }).click();
        await dialog.getByLabel('标题').fill('');
        await dialog.getByRole('button', { name: '保存', exact: true }).click();
        await dialog.getByText('标题不能为空').first().waitFor();
      },
      'risk-warning-major': async () => {
        await dialog.getByLabel('标题').fill(longTitle);
        await shown('重大风险');
      },
      'risk-warning-considerable': () => shown('较大风险'),
      'risk-warning-general': () => shown('一般风险'),
      'risk-warning-low': () => shown('低风险'),
    });
  });

  it('the warning over an enterprise page passes the axe and width checks @deep', async () => {
    await switchOn(true);
    const { page, look } = await walker(browser, 'entstaff1', width);
    const warning = page.getByRole('dialog').filter({ hasText: '我知道了' });
    await look({
      'risk-warning': () => warning.waitFor(),
      'risk-rules-read': async () => {
        await warning.getByRole('button', { name: '我知道了' }).click();
        await warning.waitFor({ state: 'detached' });
        await follow(page, '/bus/riskrule/index');
        await front(page).getByRole('region', { name: '弹窗提示' }).getByText('启用中').waitFor();
      },
    });
  });
});
