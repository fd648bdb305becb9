// Whatever the server does by the clock is done once, with several tenants, their people and enterprises there.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPeople } from '../../../testing/declared.ts';
import { openTestHouse, type TestHouse } from '../../../testing/house.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
  await openPeople(house);
}, 120_000);
afterAll(() => house.close());

describe('work by the clock', () => {
  test('each of it ends without an error, and again right after', async () => {
    const failed: string[] = [];
    expect(house.timed().length).toBeGreaterThan(20);
    for (const queue of [...house.timed(), ...house.timed()])
      await house.doNow(queue).catch((error: unknown) => failed.push(`${queue}: ${JSON.stringify(error)} ${error}`));
    expect(failed).toEqual([]);
  }, 300_000);
});
