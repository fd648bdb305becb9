// Compares the heap of the browser before and after 30 tabs of records were opened and closed.
import { go, settled, withBrowser } from './browser.ts';
import type { Figure } from './measured-results.ts';
import { ask, signIn } from './servers.ts';

const tabCount = 30;

export const tabs = (): Promise<Figure[]> =>
  withBrowser({}, async ({ page, app, place }) => {
    const token = await signIn(app, place, '1', 'regulator1');
    const { records } = await ask(`${app.url}/bus/enterprise/page?size=30`, token);
    const inspector = await page.context().newCDPSession(page);
    const heap = async () => {
      // Collects several times, because freed objects may have referenced other objects.
      for (let n = 0; n < 4; n += 1) await inspector.send('HeapProfiler.collectGarbage');
      return (await inspector.send('Runtime.getHeapUsage')).usedSize;
    };
    const openAndClose = async (count: number) => {
      for (let n = 0; n < count; n += 1) {
        await go(page, `/bus/enterprise/dossier?id=${records[n % records.length].id}`);
        await page.waitForFunction((at) => document.querySelectorAll('[role=tab]').length >= at, Math.min(n + 2, 30));
        await settled(page);
      }
      await page.getByRole('button', { name: '更多页签操作' }).click();
      const item = page.getByRole('menuitem', { name: '关闭全部', exact: true });
      await item.evaluate((element: HTMLElement) => element.click());
      await page.waitForFunction(() => document.querySelectorAll('[role=tab]').length === 1);
    };
    // Code and dictionaries stay loaded, so a few tabs are opened first.
    await openAndClose(3);
    const before = await heap();
    await openAndClose(tabCount);
    return [
      { what: 'heap after 30 tabs opened and closed, beside before', value: (await heap()) / before, target: '<= 1.2' },
    ];
  });
