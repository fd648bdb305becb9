import { expect, it } from 'vitest';
import { sessionNames } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { browser } = await openStage();

/** Counts requests and kilobytes of a first visit with an empty cache, until the rows of the list appear. */
async function arriveAt(path: string): Promise<{ requests: string[]; kilobytes: number }> {
  const signedInPerson = await browser.enter('regulator1', '/info/index');
  const session = await signedInPerson.page.evaluate(
    (names) => names.map((name) => [name, sessionStorage.getItem(name) ?? ''] as const),
    sessionNames,
  );
  await signedInPerson.leave();
  const { page } = await browser.stranger();
  await page.addInitScript((entries) => {
    for (const [name, value] of entries) sessionStorage.setItem(name, value);
    performance.setResourceTimingBufferSize(1_000);
    const look = () => {
      if (!document.querySelector('.work tbody tr:not([aria-hidden])')) return void requestAnimationFrame(look);
      // The message event arrives after the browser has painted the rows.
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
  ['stations', '/bus/station/index'],
])(
  'sends few requests at a first visit of the list of %s before its rows appear',
  async (_list, path) => {
    const { requests, kilobytes } = await arriveAt(path);
    if (process.env['TELL']) console.log(path, requests.length, kilobytes, requests.join('\n'));
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(40);
    expect(kilobytes).toBeLessThanOrEqual(380);
  },
  120_000,
);
