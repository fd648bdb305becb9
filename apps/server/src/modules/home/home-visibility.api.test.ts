// CA-03 Tests that sums by division include only the divisions that the regulator oversees.
import { dayOf } from '@anlan/contract/domain/instant';
import { afterAll, expect, test } from 'vitest';
import { dataOf, send } from '../../../testing/client.ts';
import { makeDanger } from '../../../testing/danger-rows.ts';
import { openTestApp } from '../../../testing/app.ts';
import { openOversight, street } from '../../../testing/oversight.ts';

const app = await openTestApp();
afterAll(() => app.close());
const { tenant, setup, reach } = await openOversight(app);
const today = dayOf(app.clock.now());
for (const enterpriseId of tenant.enterpriseIds.slice(0, 6))
  await makeDanger(app, tenant.id, today, { enterpriseId, due: 0, foundInDays: 0, status: 'accepted', submitted: 0 });

interface Figure {
  numerator: number;
  denominator: number | null;
}
interface Home {
  found: Figure;
  accepted: Figure;
  onTime: Figure;
  trend: { found: number; accepted: number }[];
}

test.each([
  ['the whole tenant', '0', [], null, 6],
  ['a district and below', '2', [], '330108', 3],
  ['a street', '2', [], street, 1],
  ['a city without its districts', '3', [], '330100', 1],
  ['two separate places', '1', [street, '330212'], null, 2],
  ['no selected place', '1', [], null, 0],
] as const)('counts the dangers in the data scope of a regulator: %s', async (_, dsType, codes, organ, expected) => {
  await reach('ROLE_REGULATOR', dsType, codes, organ);
  const home = dataOf<Home>(await send(app, 'GET', '/bus/home/regulator', setup.as('regulator')));
  const sum = (of: 'found' | 'accepted') => home.trend.reduce((all, month) => all + month[of], 0);
  expect({
    found: home.found.numerator,
    accepted: home.accepted.numerator,
    due: home.onTime.denominator,
    inTime: home.onTime.numerator,
    months: [sum('found'), sum('accepted')],
  }).toEqual({ found: expected, accepted: expected, due: expected, inTime: expected, months: [expected, expected] });
});
