// Tests accident figures on the home page of a regulator.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataOf } from '../../../testing/client.ts';
import { openPeople, type People } from '../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';

let app: TestApp;
let people: People;
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
}, 120_000);
afterAll(() => app.close());

test('compares accidents and deaths of this year with the same days of last year', async () => {
  const happened = async (day: string, harm: Record<string, unknown>) =>
    dataOf(
      await people.call(
        'accident.create',
        {
          kind: Object.keys(harm).length === 0 ? 'nearMiss' : 'harm',
          title: '叉车碰撞',
          type: 'vehicleInjury',
          place: '一号库',
          occurredAt: `${day} 08:00:00`,
          firstReportAt: `${day} 08:10:00`,
          process: '倒车时碰撞',
          ...harm,
        },
        'entadmin',
      ),
    );
  await happened('2026-01-05', { deaths: 1 });
  await happened('2026-01-06', { minorInjuries: 1 });
  await happened('2026-01-07', {});
  await happened('2025-01-05', { minorInjuries: 1 });
  await happened('2025-12-01', { deaths: 2 });
  // Set the report time to ten minutes after the accident, so that no report is late.
  await app.sql(`update accident set reported_at = occurred_at + interval '10 minutes'`);
  const read = dataOf<Record<string, unknown>>(await people.call('home.supervision', { area: '33' }));
  expect([read['accidents'], read['accidentsBefore'], read['nearMisses']]).toMatchObject([
    { value: 2, numerator: 1, from: '2026-01-01', href: null },
    { value: 1, numerator: 0, href: null },
    { value: 1, href: null },
  ]);
});
