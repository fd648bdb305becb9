// Another theme and another accent, beside a bare change of the custom properties on the same page.
import type { Page } from 'playwright-core';
import { accentVars } from '../apps/web/src/lib/accent.ts';
import { enter, go, openChromium, openPage, settled, slow, slowed, windowOf } from './browser.ts';
import { figureOf, interleaved, median, print } from './measure.ts';
import { openPlace } from './place.ts';
import { serveApp } from './servers.ts';

const rounds = 9;
const looks = [
  { name: 'theme-black', accent: '#C71539' },
  { name: 'theme-white', accent: '#409EFF' },
] as const;
type Side = 'ours' | 'reference';
type What = 'theme' | 'accent';

/** Milliseconds from the wish, as another browser tab tells it, until the page has been painted in it. */
const changed = (page: Page, side: Side, what: What, { name, accent }: (typeof looks)[number]) =>
  page.evaluate(
    async ([which, kind, theme, colour, vars]) => {
      const root = document.documentElement;
      const painted = () =>
        new Promise<void>((done) => {
          requestAnimationFrame(() => {
            const after = new MessageChannel();
            after.port1.onmessage = () => done();
            after.port2.postMessage(null);
          });
        });
      const put = (key: string, content: unknown) => {
        localStorage.setItem(`anlan-${key}`, JSON.stringify({ dataType: typeof content, content, type: 'local' }));
        dispatchEvent(new StorageEvent('storage', { key: `anlan-${key}` }));
      };
      const began = performance.now();
      if (which === 'reference') {
        if (kind === 'theme') root.dataset['theme'] = theme;
        else for (const [key, value] of Object.entries(vars)) root.style.setProperty(key, value);
      } else if (kind === 'theme') put('themeName', theme);
      else put('settings', { accent: colour });
      await painted();
      // What the kit draws anew may come a frame later.
      await painted();
      return performance.now() - began;
    },
    [side, what, name, accent, accentVars(accent, false)] as const,
  );

/** `npm run bench themes`. */
export async function themes() {
  const place = await openPlace('anlan_tabs', { 1: 3_000 });
  const app = await serveApp(place);
  const browser = await openChromium();
  try {
    const page = await openPage(await browser.newContext(windowOf(app.url)));
    await enter(page);
    for (const address of ['/bus/station/index', '/bus/enterprise/index?current=1&size=100']) {
      await go(page, address);
      await settled(page);
    }
    await page.waitForFunction(() => document.querySelectorAll('.work tbody tr').length >= 20);
    await slow(page);
    const there = (side: Side, what: What) => async () => {
      let sum = 0;
      for (const look of looks) sum += await changed(page, side, what, look);
      return sum / looks.length;
    };
    const of = async (what: What) => {
      const result = await interleaved(rounds, { ours: there('ours', what), reference: there('reference', what) });
      return figureOf(
        `another ${what} over a list of 100 rows, processor ${slowed} times slower`,
        'ms',
        median(result['ours'] ?? []),
        median(result['reference'] ?? []),
        '<= 1.5',
      );
    };
    print('Another theme, another accent', [await of('theme'), await of('accent')]);
  } finally {
    await browser.close();
    await app.stop();
    await place.stop();
  }
}
