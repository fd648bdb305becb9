// Keys that end a composition of an input method belong to it: Enter picks a word, and no own box takes it.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openStage } from './app-and-browser.ts';

const { browser } = await openStage();

/** Types letters that an input method holds, and presses Enter as a Chinese input method reports it. */
async function compose(page: Page, text: string) {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };
  return {
    enter: async () => {
      await tools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter });
      await tools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter });
    },
    commit: (word: string) => tools.send('Input.insertText', { text: word }),
  };
}

it('Enter of a composition chooses no unit on the sign-in page', async () => {
  const { page } = await browser.stranger();
  await page.goto('/login');
  const unit = page.getByRole('combobox', { name: '单位' });
  await unit.click();
  const before = await unit.inputValue();
  await unit.fill('');
  const typing = await compose(page, '云岭');
  await page.getByRole('option', { name: /云岭/ }).waitFor();
  await typing.enter();
  expect(await unit.getAttribute('aria-expanded')).toBe('true');
  await typing.commit('云岭');
  await page.keyboard.press('Enter');
  await expect.poll(() => unit.getAttribute('aria-expanded')).toBe('false');
  expect(await unit.inputValue()).not.toBe(before);
});
