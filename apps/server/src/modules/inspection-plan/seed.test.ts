import { expect, test } from 'vitest';
import { answeredItem, findMissingInput, countResults } from '@anlan/contract/modules/checklist/check-item';
import * as z from 'zod/mini';
import type { SeedContext } from '#kit/module.ts';
import { factsOf } from './demo-findings.ts';
import { generateVisits } from './seed.ts';

const enterprises = Array.from({ length: 60 }, (_, at) => ({
  id: `01a00000-0000-7000-8000-0000000000${String(at).padStart(2, '0')}`,
  name: `企业${at}`,
  status: at % 10 === 9 ? 'draft' : 'active',
  supervisionKind: 'emergency',
  industryCode: 'C26',
  regionCode: '330108',
  headcount: 20,
  officerId: null,
  joinedAt: null,
}));
const context = {
  enterprises,
  own: enterprises.slice(0, 2).map(({ id }) => id),
  seed: 1,
  now: new Date('2026-11-23T02:00:00Z'),
  since: null,
  photos: (id: string) => [{ id, name: '整改前.png' }],
} as unknown as SeedContext;

test('generates demo inspections that are complete and in the past', () => {
  const { visits, plans } = generateVisits('1', context);
  expect(generateVisits('1', context).visits.map(({ at }) => at)).toEqual(visits.map(({ at }) => at));
  const inJune = visits.filter(({ at }) => at.getUTCMonth() === 5).length;
  expect(inJune).toBeGreaterThan(visits.filter(({ at }) => at.getUTCMonth() === 6).length);
  for (const { at, items, enterprise, source, inspectors } of visits) {
    expect(at.getTime()).toBeLessThan(context.now.getTime());
    expect(enterprise.status).toBe('active');
    expect(new Set(inspectors.map(({ name }) => name)).size).toBe(source === 'regulator' ? 2 : 1);
    expect(factsOf(items).filter(({ clause }) => clause === null)).toEqual([]);
    for (const item of items) {
      expect(z.safeParse(answeredItem, item).error).toBeUndefined();
      expect(findMissingInput(item, true), item.item.text).toBeNull();
    }
    expect(countResults(items).done).toBe(items.length);
  }
  expect(plans.length).toBeGreaterThan(20);
});
