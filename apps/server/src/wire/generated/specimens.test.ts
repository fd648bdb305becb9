// Without an input that goes well, the other suites would prove nothing of a call: this one watches over them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callNames } from '@anlan/contract/domain/call-names';
import { openTestHouse } from '../../../testing/house.ts';
import { kindFor, peopleOf, readPermits, type People } from '../../../testing/actors.ts';
import { sendSpecimen } from '../../../testing/specimens.ts';
import { makeTenant, type Kind } from '../../../testing/tenants.ts';

const house = await openTestHouse();
const calls = house.mounted;
let people: People;
let permits: Record<Kind, ReadonlySet<string>>;
beforeAll(async () => {
  const tenant = await makeTenant(house);
  people = peopleOf(house, tenant);
  permits = await readPermits(house, tenant);
});
afterAll(() => house.close());

test('every mounted call that writes has a name for logs and histories (contract/domain/call-names.ts)', () => {
  const writing = calls.filter(({ call }) => call.effect === 'write').map(({ name }) => name);
  expect(writing.length).toBeGreaterThan(30);
  expect(writing.filter((name) => callNames[name] === undefined)).toEqual([]);
});

test.each(calls)('$name has a specimen that goes well (apps/server/testing/specimens.ts)', async ({ name, call }) => {
  const answer = await sendSpecimen(await people.now(kindFor(call, permits)), name, call);
  expect(answer.status, answer.text.slice(0, 500)).toBe(200);
});
