import { formatInstant } from '@anlan/contract/domain/instant';
import type { FoundItem } from '@anlan/contract/modules/checklist/item';
import type { Inspection } from '@anlan/contract/modules/inspection/resource';
import type { RiskCheck } from '@anlan/contract/modules/risk-check/resource';
import { keptLists } from '#lib/kept/day.ts';

/** A kept row that is filled in on site. */
export interface KeptRow {
  id: string;
  at: 'site' | 'check';
  title: string;
  where: string | null;
  items: readonly FoundItem[];
}

const isDue = ({ status, abilities, opensAt }: RiskCheck) =>
  status === 'pending' && abilities.includes('answer') && opensAt.getTime() <= Date.now();

/** What of the kept rows is still to be done, those with the nearest end first. */
export async function keptRows(): Promise<KeptRow[]> {
  // Kept under these very names by the pages of inspections and of checks.
  const [inspections, checks] = (await keptLists(['inspection ', 'riskCheck '])) as [Inspection[], RiskCheck[]];
  return [
    ...inspections
      .filter(({ status }) => status === 'running')
      .map((row) => ({
        id: row.id,
        at: 'site' as const,
        title: row.title,
        where: row.enterpriseName,
        items: row.items,
      })),
    ...checks
      .filter(isDue)
      .sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime())
      .map((row) => ({
        id: row.id,
        at: 'check' as const,
        title: row.pointName,
        where: [row.place, `${formatInstant(row.dueAt).slice(5, 16)} 前交`].filter(Boolean).join(' · '),
        items: row.items,
      })),
  ];
}
