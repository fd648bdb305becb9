// A phone whose browser keeps what it kept, also when it is killed; its line is a rough one.
import { mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';

/** Opens a phone behind a line; `close` ends whatever of it stands. */
export function openKeptPhone(url: string) {
  const folder = mkdtempSync(join(tmpdir(), 'anlan-phone-'));
  const open: BrowserContext[] = [];
  const pictures = process.env['E2E_PICTURES'];
  return {
    /** The phone's browser, with all that it kept. */
    async take(more: Parameters<typeof chromium.launchPersistentContext>[1] = {}): Promise<Page> {
      const context = await chromium.launchPersistentContext(folder, {
        executablePath: '/usr/bin/chromium',
        args: [
          '--no-sandbox',
          '--disable-gpu',
          '--disable-quic',
          '--disable-background-networking',
          '--disable-dev-shm-usage',
        ],
        viewport: { width: 390, height: 844 },
        locale: 'zh-CN',
        timezoneId: 'Asia/Shanghai',
        baseURL: url,
        reducedMotion: 'reduce',
        ...more,
      });
      context.setDefaultTimeout(30_000);
      open.push(context);
      return context.pages()[0] ?? context.newPage();
    },
    /** Ends the browser as an empty battery does: by the number that it wrote into its own folder. */
    async kill(page: Page) {
      const pid = Number(/-(\d+)$/.exec(readlinkSync(join(folder, 'SingletonLock')))?.[1]);
      const gone = new Promise<void>((done) => page.context().once('close', () => done()));
      process.kill(pid, 'SIGKILL');
      await gone;
      rmSync(join(folder, 'SingletonLock'), { force: true });
    },
    async look(page: Page, name: string) {
      if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`) });
    },
    async close() {
      for (const context of open) await context.close().catch(() => undefined);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
