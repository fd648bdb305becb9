import type { Page } from 'playwright-core';

export const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true });

export const field = (page: Page, label: string) => dialog(page).getByLabel(new RegExp(`^${label}\\*?$`));

export async function find(page: Page, label: string, typed: string, option: string) {
  await field(page, label).click();
  await page.keyboard.type(typed);
  await page
    .locator('.ant-select-item-option, .ant-cascader-menu-item')
    .filter({ hasText: option, visible: true })
    .first()
    .click();
}

export async function chooseOfficers(page: Page) {
  const selectedOfficers = dialog(page)
    .locator('.ant-form-item')
    .filter({ hasText: '执法人员' })
    .locator('.ant-select-selection-item');
  await selectedOfficers.first().waitFor();
  await field(page, '执法人员').click();
  await page
    .locator('.ant-select-item-option:not(.ant-select-item-option-disabled, .ant-select-item-option-selected)')
    .filter({ visible: true })
    .first()
    .click();
  await selectedOfficers.nth(1).waitFor();
}

export const officersOf = async (page: Page): Promise<string[]> => {
  const regions = dialog(page).getByRole('region', { name: /^检查人员/ });
  await regions.first().waitFor();
  return regions.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
};
