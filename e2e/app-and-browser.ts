import { afterAll, afterEach } from 'vitest';
import { openDemoApp, type AppOptions } from './app.ts';
import { openBrowser } from './people.ts';

export async function openStage(wishes: AppOptions = {}, program?: string) {
  const app = await openDemoApp(wishes);
  const browser = await openBrowser(app.url, program);
  afterEach(() => browser.closeAll());
  afterAll(async () => {
    await browser.close();
    await app.close();
  });
  return { app, browser };
}
