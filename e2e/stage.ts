import { afterAll, afterEach } from 'vitest';
import { openDemoHouse, type Wishes } from './house.ts';
import { openBrowser } from './people.ts';

/** The house and the browser of a file of journeys; after each of them nobody's browser may have complained. */
export async function openStage(wishes: Wishes = {}, program?: string) {
  const house = await openDemoHouse(wishes);
  const browser = await openBrowser(house.url, program);
  afterEach(() => browser.closeAll());
  afterAll(async () => {
    await browser.close();
    await house.close();
  });
  return { house, browser };
}
