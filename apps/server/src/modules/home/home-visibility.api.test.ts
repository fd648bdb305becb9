// CA-03 Sums by division tell a regulator of the divisions that they oversee, and of no other.
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
  await makeDanger(app, tenant.id, today, { enterpriseId, due: 0, found: 0, status: 'accepted', submitted: 0 });

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
  ['everything', '0', [], null, 6],
  ['a district and below', '2', [], '330108', 3],
  ['a street', '2', [], street, 1],
  ['a city alone: not its districts', '3', [], '330100', 1],
  ['chosen places that lie apart', '1', [street, '330212'], null, 2],
  ['nothing chosen: nothing', '1', [], null, 0],
] as const)('%s', async (_, dsType, codes, organ, expected) => {
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
