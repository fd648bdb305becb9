// Time from a press to the painted result on a slow processor, on a short walk through a list, a form and a record.
import { go, list, openSlowly, rows, settled, untilPainted, withBrowser } from './browser.ts';
import type { Figure } from './measured-results.ts';
import { percentile, roundsOr } from './measure.ts';

const stations = '/bus/station/index';
const dialog = '[role=dialog]';
const fieldError = `${dialog} .ant-form-item-explain-error`;

export const acts = (): Promise<Figure[]> =>
  withBrowser({}, async ({ page }) => {
    const times = new Map<string, number[]>();
    const act = async (name: string, run: () => Promise<unknown>, selector: string, text = '') => {
      const ms = await untilPainted(page, run, selector, { text });
      times.set(name, [...(times.get(name) ?? []), ms]);
      await settled(page);
    };
    const front = page.locator('.view[role=tabpanel]:visible');
    const inDialog = page.getByRole('dialog').filter({ visible: true }).last();
    const tab = page.locator('.tab-list').getByRole('tab', { name: '企业管理', exact: true }).last();
    await openSlowly(page, stations);
    for (let round = 0; round <= roundsOr(10); round += 1) {
      // The first round loads code and is not measured.
      if (round === 1) times.clear();
      const edit = front.getByRole('button', { name: /^编辑/ }).first();
      await act('form opens', () => edit.click(), `${dialog} .kit-form input`);
      const phone = inDialog.getByLabel(/^负责人电话/).first();
      await phone.fill('1390000123');
      await act('field refused', () => page.keyboard.press('Tab'), fieldError);
      await phone.fill(`139000${10_000 + round}`);
      await page.locator(fieldError).waitFor({ state: 'hidden' });
      const save = inDialog.getByRole('button', { name: '保存', exact: true });
      await act('save', () => save.click(), '.ant-message-notice', '已保存');
      await go(page, list);
      await front.locator('.list-name').first().waitFor();
      await settled(page);
      const next = front.getByRole('button', { name: '下一页' }).or(front.locator('.ant-pagination-next')).first();
      const shown = await front.locator('.list-name').first().innerText();
      await act('next page', () => next.click(), `${rows}:first-of-type .list-name`, `^(?!${shown}$)`);
      await front.getByRole('searchbox').first().click();
      await page.keyboard.type('化工');
      await act('filter', () => page.keyboard.press('Enter'), `${rows}:first-of-type .list-name`, '化工');
      await act('record', () => front.locator('a.list-name').first().click(), '.work .dossier-main dl');
      await act('tab', () => tab.click(), `${rows} .list-name`);
      await go(page, stations);
      await settled(page);
    }
    return [...times].map(([name, all]) => ({
      what: `act at 4x CPU, p95 ms: ${name}`,
      value: percentile(all, 0.95),
      target: '<= 200',
    }));
  });
