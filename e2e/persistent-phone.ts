// A phone with an unreliable network. Its browser profile is on disk, so it survives a kill of the browser.
import { mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';

export function openPersistentPhone(url: string) {
  const folder = mkdtempSync(join(tmpdir(), 'anlan-phone-'));
  const open: BrowserContext[] = [];
  const pictures = process.env['E2E_PICTURES'];
  return {
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
    /** Kills the browser by the process id in its profile folder. */
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
