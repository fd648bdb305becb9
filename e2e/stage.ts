import { afterAll, afterEach } from 'vitest';
import { openDemoApp, type Wishes } from './app.ts';
import { openBrowser } from './people.ts';

/** The server and the browser of a file of journeys; after each of them nobody's browser may have complained. */
export async function openStage(wishes: Wishes = {}, program?: string) {
  const app = await openDemoApp(wishes);
  const browser = await openBrowser(app.url, program);
  afterEach(() => browser.closeAll());
  afterAll(async () => {
    await browser.close();
    await app.close();
  });
  return { app, browser };
}
