// Whatever the server does by the clock is done once, with several tenants, their people and enterprises there.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPeople } from '../../../testing/declared.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  await openPeople(app);
}, 120_000);
afterAll(() => app.close());

describe('work by the clock', () => {
  test('each of it ends without an error, and again right after', async () => {
    const failed: string[] = [];
    expect(app.timed().length).toBeGreaterThan(20);
    for (const queue of [...app.timed(), ...app.timed()])
      await app.doNow(queue).catch((error: unknown) => failed.push(`${queue}: ${JSON.stringify(error)} ${error}`));
    expect(failed).toEqual([]);
  }, 300_000);
});
