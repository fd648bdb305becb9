import { expect, it } from 'vitest';
import { front } from './people.ts';
import { openStage } from './stage.ts';

const { browser } = await openStage();

it.each(['/wel/index', '/bus/enterprise/index', '/bus/station/index'])(
  'on a phone, strip, place and title of %s leave the screen to what one came for @deep',
  async (path) => {
    const { page } = await browser.enter('regulator1', path, { size: { width: 390, height: 844 } });
    await front(page).getByRole('heading', { level: 1 }).waitFor();
    const taken = await front(page)
      .getByRole('heading', { level: 1 })
      .evaluate((title) => {
        const strip = document.querySelector('.tabs');
        if (!strip) throw new Error('no strip');
        return title.getBoundingClientRect().bottom - strip.getBoundingClientRect().top;
      });
    expect(taken).toBeLessThanOrEqual(96);
  },
);
