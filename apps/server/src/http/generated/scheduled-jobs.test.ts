// Each scheduled job runs once, with several tenants, users and enterprises.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPeople } from '../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  await openPeople(app);
}, 120_000);
afterAll(() => app.close());

describe('scheduled jobs', () => {
  test('end without an error, also when repeated', async () => {
    const failed: string[] = [];
    expect(app.timed().length).toBeGreaterThan(20);
    for (const queue of [...app.timed(), ...app.timed()])
      await app.doNow(queue).catch((error: unknown) => failed.push(`${queue}: ${JSON.stringify(error)} ${error}`));
    expect(failed).toEqual([]);
  }, 300_000);
});
