import { usualConduct } from '#kit/seed-store.ts';
import { expect, test } from 'vitest';
import { dayOf } from '@anlan/contract/domain/instant';
import { extremeAt, generateDangers, months, movesOf } from './seed.ts';
import type { DangerSeed } from './seed-published-accounts.ts';

const now = new Date('2026-03-02T02:00:00Z');
const today = dayOf(now);
const dangersOf = (place: number, extreme = extremeAt(place, false)): DangerSeed[] => [
  ...generateDangers(
    {
      id: `01a00000-0000-7000-8000-0000000${String(place).padStart(5, '0')}`,
      supervisionKind: place % 3 ? 'emergency' : 'transport',
      activatedAt: new Date('2024-01-01T00:00:00Z'),
      conduct: usualConduct,
    },
    place,
    { tenant: '1', seed: 1, now, extreme, people: [] },
  ),
];
const isUnfixed = ({ values }: DangerSeed) => ['open', 'rectifying', 'returned'].includes(values.status);

test('generates demo dangers that are deterministic and in the past', () => {
  expect(dangersOf(1)).toEqual(dangersOf(1));
  const all = Array.from({ length: 300 }, (_, place) => dangersOf(place, 'usual')).flat();
  const share = (some: (one: DangerSeed) => boolean) => all.filter(some).length / all.length;
  const aMonth = all.length / 300 / months;
  expect([aMonth > 2, aMonth < 2.7]).toEqual([true, true]);
  for (const { values } of all) {
    expect(values.foundAt < now).toBe(true);
    expect(values.deadlineOn >= dayOf(values.foundAt)).toBe(true);
    expect(values.title.length).toBeLessThanOrEqual(60);
    if (values.status === 'accepted') expect((values.verifiedAt ?? now) < now).toBe(true);
  }
  const isBetween = (some: (one: DangerSeed) => boolean, low: number, high: number) =>
    expect([share(some) > low, share(some) < high, share(some)]).toEqual([true, true, share(some)]);
  isBetween(({ values }) => values.level === 'major', 0.008, 0.025);
  isBetween(({ values }) => values['source'] === 'self', 0.57, 0.67);
  isBetween(({ values }) => values.category === 'electric', 0.12, 0.22);
  isBetween(({ repeats }) => repeats !== null, 0.02, 0.08);
  isBetween(({ values }) => values.status === 'accepted', 0.9, 0.98);
  isBetween((one) => isUnfixed(one) && one.values.deadlineOn < today, 0.003, 0.04);
});

test('generates demo enterprises with no, perfect and critical dangers', () => {
  expect(dangersOf(7)).toEqual([]);
  expect(dangersOf(11).filter((one) => isUnfixed(one))).toEqual([]);
  expect(dangersOf(11).length).toBeGreaterThan(5);
  expect(dangersOf(13).filter((one) => isUnfixed(one) && one.values.deadlineOn < today).length).toBeGreaterThan(5);
  expect(extremeAt(7, true)).toBe('usual');
});

test('generates a history that leads to the state of its demo danger', () => {
  const names = { finder: '甲', duty: '乙', verifier: '丙' };
  for (const one of [...dangersOf(2), ...dangersOf(13)]) {
    const moves = movesOf('x', one, names);
    expect(moves[0]).toMatchObject({ move: 'create', from: null, to: 'open' });
    expect(moves.at(-1)?.to).toBe(one.values.status);
    for (const [at, { at: when }] of moves.entries()) expect(when >= (moves[at - 1]?.at ?? when)).toBe(true);
  }
});
