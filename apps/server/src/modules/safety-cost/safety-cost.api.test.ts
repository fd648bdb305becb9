// The safety cost ledger through the API: accrued and spent amounts, and the yearly account.
import type { SafetyCostYear } from '@anlan/contract/modules/safety-cost/resource';
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

type Input = Record<string, unknown>;
type Who = 'entadmin' | 'entstaff' | 'regulator';
const line = (values: Input, who: Who = 'entadmin') =>
  people.call(
    'safetyCost.create',
    { title: '一季度计提', happenedOn: '2026-01-31', amountFen: 10_000, ...values },
    who,
  );
const begun = (values: Input, who: Who = 'entadmin') =>
  people.call(
    'safetyCostYear.create',
    { trade: 'passengerOrSpecial', basisFen: 8_000_000, year: 2026, ...values },
    who,
  );

test('computes the same yearly safety cost account from the ledger for every reader', async () => {
  const { id } = dataOf<{ id: string }>(await begun({ openingFen: 5_000 }));
  const read = async (who: Who = 'regulator') =>
    dataOf<SafetyCostYear>(await people.call('safetyCostYear.get', { id }, who));
  // 120,000 fen are 1.5 % of 80,000.00 yuan.
  expect(await read()).toMatchObject({ dueFen: 120_000, drawnFen: 0, spentFen: 0, balanceFen: 5_000, uses: null });
  const drawn = dataOf<{ id: string; version: number }>(await line({ kind: 'drawn' }));
  dataOf(await line({ kind: 'spent', category: 'ppe', title: '劳保手套', amountFen: 3_000 }));
  dataOf(await line({ kind: 'spent', category: 'ppe', title: '安全帽', amountFen: 2_000, happenedOn: '2025-12-31' }));
  expect(await read()).toMatchObject({
    drawnFen: 10_000,
    drawnShare: 8.3,
    spentFen: 3_000,
    spentShare: 20,
    balanceFen: 12_000,
    uses: '劳动防护用品 ¥30.00',
  });
  dataOf(await people.call('safetyCost.update', { ...drawn, amountFen: 20_000 }, 'entadmin'));
  expect(await read('entadmin')).toMatchObject({ drawnFen: 20_000, balanceFen: 22_000 });
  const { version } = await read();
  dataOf(await people.call('safetyCostYear.update', { id, version, basisFen: 16_000_000 }, 'entadmin'));
  expect(await read()).toMatchObject({ dueFen: 240_000, drawnShare: 8.3 });
});

test('allows one safety cost account per year', async () => {
  dataOf(await begun({ year: 2024 }));
  const again = await Promise.all([begun({ year: 2024 }), begun({ year: 2023 }), begun({ year: 2023 })]);
  expect(again.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  for (const [values, words] of [
    [{ kind: 'spent' }, '请选择使用类别'],
    [{ kind: 'drawn', category: 'ppe' }, '提取不分使用类别'],
    [{ kind: 'drawn', happenedOn: '2099-01-01' }, '不能晚于今天'],
    [{ kind: 'drawn', amountFen: 0 }, '金额应大于 0'],
  ] as const) {
    const answer = await line(values);
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(words)]);
  }
  expect((await line({ kind: 'drawn' }, 'entstaff')).status).toBe(403);
  expect((await line({ kind: 'drawn' }, 'regulator')).status).toBe(403);
});

test('starts a safety cost account with last year’s balance or with a given sum', async () => {
  const opening = async (values: Input) => {
    const { id } = dataOf<{ id: string }>(await begun(values));
    return dataOf<SafetyCostYear>(await people.call('safetyCostYear.get', { id }, 'regulator')).openingFen;
  };
  expect(await opening({ year: 2020, openingFen: 700 })).toBe(700);
  dataOf(await line({ kind: 'drawn', happenedOn: '2020-12-31', amountFen: 500 }));
  dataOf(await line({ kind: 'spent', category: 'ppe', happenedOn: '2020-01-01', amountFen: 200 }));
  expect(await opening({ year: 2021 })).toBe(1_000);
  expect(await opening({ year: 2022, openingFen: 0 })).toBe(0);
  // The opening balance is 0, because no account of the year before exists.
  expect(await opening({ year: 2018 })).toBe(0);
});
