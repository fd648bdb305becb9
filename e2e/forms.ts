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
