// Without an input that goes well, the other suites would prove nothing of a call: this one watches over them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestHouse } from '../../../testing/house.ts';
import { actorOf, kindFor, readPermits, sendSpecimen } from '../../../testing/specimens.ts';
import { makeTenant, type Kind, type TestTenant } from '../../../testing/tenants.ts';

const house = await openTestHouse();
const calls = house.mounted;
let tenant: TestTenant;
let permits: Record<Kind, ReadonlySet<string>>;
beforeAll(async () => {
  tenant = await makeTenant(house);
  permits = await readPermits(house, tenant);
});
afterAll(() => house.close());

test.each(calls)('$name has a specimen that goes well (apps/server/testing/specimens.ts)', async ({ name, call }) => {
  const answer = await sendSpecimen(await actorOf(house, tenant, kindFor(call, permits)), name, call);
  expect(answer.status, answer.text.slice(0, 500)).toBe(200);
});
