import { expect, it } from 'vitest';
import { sessionNames } from './people.ts';
import { openStage } from './stage.ts';

const { browser } = await openStage();

/** What comes to a browser that has nothing of the page yet, until the rows of a list stand. */
async function arriveAt(path: string): Promise<{ requests: string[]; kilobytes: number }> {
  const known = await browser.enter('regulator1', '/info/index');
  const session = await known.page.evaluate(
    (names) => names.map((name) => [name, sessionStorage.getItem(name) ?? ''] as const),
    sessionNames,
  );
  await known.leave();
  const { page } = await browser.stranger();
  await page.addInitScript((entries) => {
    for (const [name, value] of entries) sessionStorage.setItem(name, value);
    performance.setResourceTimingBufferSize(1_000);
    const look = () => {
      if (!document.querySelector('.work tbody tr:not([aria-hidden])')) return void requestAnimationFrame(look);
      // The message comes once they have been painted.
      const after = new MessageChannel();
      after.port1.addEventListener('message', () => performance.mark('rows'));
      after.port1.start();
      after.port2.postMessage(null);
    };
    requestAnimationFrame(look);
  }, session);
  await page.goto(path);
  await page.waitForFunction(() => performance.getEntriesByName('rows').length > 0);
  return page.evaluate(() => {
    const until = performance.getEntriesByName('rows')[0]?.startTime ?? 0;
    const sent = performance
      .getEntries()
      .filter((one) => one instanceof PerformanceResourceTiming)
      .filter(({ startTime }) => startTime <= until);
    const answered = sent.filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= until);
    return {
      requests: sent.map(({ name }) => new URL(name).pathname),
      kilobytes: answered.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000,
    };
  });
}

it.each([
  ['enterprises', '/bus/enterprise/index'],
  ['dangers', '/bus/enterpriseexpinfo1/index?tab=all'],
  ['stations, by the kit', '/bus/station/index'],
])(
  'a first visit of the list of %s asks for little before its rows stand @deep',
  async (_list, path) => {
    const { requests, kilobytes } = await arriveAt(path);
    if (process.env['TELL']) console.log(path, requests.length, kilobytes, requests.join('\n'));
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(40);
    expect(kilobytes).toBeLessThanOrEqual(380);
  },
  120_000,
);
