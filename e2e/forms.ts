import type { Page } from 'playwright-core';

/** The dialog or drawer in front. */
export const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true });

/** A field of the form in front; what is demanded has a star behind its name. */
export const field = (page: Page, label: string) => dialog(page).getByLabel(new RegExp(`^${label}\\*?$`));

/** Types into a select or cascade of the form in front and takes what it finds. */
export async function find(page: Page, label: string, typed: string, option: string) {
  await field(page, label).click();
  await page.keyboard.type(typed);
  await page
    .locator('.ant-select-item-option, .ant-cascader-menu-item')
    .filter({ hasText: option, visible: true })
    .first()
    .click();
}

/** Chooses a second officer of the register beside the caller's own card, which is chosen at once. */
export async function chooseOfficers(page: Page) {
  const chosen = dialog(page)
    .locator('.ant-form-item')
    .filter({ hasText: '执法人员' })
    .locator('.ant-select-selection-item');
  await chosen.first().waitFor();
  await field(page, '执法人员').click();
  await page
    .locator('.ant-select-item-option:not(.ant-select-item-option-disabled, .ant-select-item-option-selected)')
    .filter({ visible: true })
    .first()
    .click();
  await chosen.nth(1).waitFor();
}

/** Headings of the officers who sign, in the drawer that finishes an inspection. */
export const officersOf = async (page: Page): Promise<string[]> => {
  const regions = dialog(page).getByRole('region', { name: /^检查人员/ });
  await regions.first().waitFor();
  return regions.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
};
