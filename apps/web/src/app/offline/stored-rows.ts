import { formatInstant } from '@anlan/contract/domain/instant';
import type { AnsweredItem } from '@anlan/contract/modules/checklist/check-item';
import type { Inspection } from '@anlan/contract/modules/inspection/resource';
import type { RiskCheck } from '@anlan/contract/modules/risk-check/resource';
import { readStoredLists } from '#lib/offline/answers.ts';

export interface KeptRow {
  id: string;
  at: 'site' | 'check';
  title: string;
  where: string | null;
  items: readonly AnsweredItem[];
}

const isDue = ({ status, abilities, opensAt }: RiskCheck) =>
  status === 'pending' && abilities.includes('answer') && opensAt.getTime() <= Date.now();

/** Rows of the offline store that are not finished, sorted by deadline. */
export async function loadStoredRows(): Promise<KeptRow[]> {
  // Prefixes of the names under which the inspection pages and the check pages store their rows.
  const [inspections, checks] = (await readStoredLists(['inspection ', 'riskCheck '])) as [Inspection[], RiskCheck[]];
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
