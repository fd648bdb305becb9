import { expect, it } from 'vitest';
import { front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { browser } = await openStage();

it.each(['/wel/index', '/bus/enterprise/index', '/bus/station/index'])(
  'leaves room for the content below the header of %s on a phone @deep',
  async (path) => {
    const { page } = await browser.enter('regulator1', path, { size: { width: 390, height: 844 } });
    await front(page).getByRole('heading', { level: 1 }).waitFor();
    const layout = await front(page)
      .getByRole('heading', { level: 1 })
      .evaluate((title) => {
        const strip = document.querySelector('.tabs');
        if (!strip) throw new Error('no strip');
        return title.getBoundingClientRect().bottom - strip.getBoundingClientRect().top;
      });
    expect(layout).toBeLessThanOrEqual(96);
  },
);
