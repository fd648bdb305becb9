// A danger that was accepted and does not hold: what the new one says of it.
import type { DangerInput } from '@anlan/contract/modules/danger/resource';
import type { Values } from '#kit/references.ts';
import type { StoredRow } from '#kit/table.ts';
import type { deadlinesFrom } from './rules.ts';
import type { Opened } from './saving.ts';

type Photo = { id: string; name: string };
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const isPhoto = (value: unknown): value is Photo =>
  typeof value === 'object' && value !== null && 'id' in value && 'name' in value;

/** The danger that a failed sample opens, found by the regulator who looked, and the photos that show it. */
export function againOf(
  row: StoredRow,
  input: Values,
  {
    now,
    by,
    days,
    hasLeft,
  }: { now: Date; by: string | null; days: ReturnType<typeof deadlinesFrom>; hasLeft: boolean },
): { found: DangerInput & Opened; photos: Photo[] } {
  const level = row.level === 'major' ? 'major' : 'general';
  const files = Array.isArray(input['files']) ? input['files'] : [];
  return {
    photos: files.filter(isPhoto).map(({ id, name }) => ({ id, name })),
    found: {
      enterpriseId: String(row.enterpriseId),
      title: [...`抽样复核不合格：${String(row.title)}`].slice(0, 60).join(''),
      level,
      category: String(row.category),
      source: 'regulator',
      place: String(row.place),
      stationId: textOf(row.stationId),
      riskPointId: textOf(row.riskPointId),
      description: `${String(row.no)} 销号后抽样复核不合格：${textOf(input['reason']) ?? ''}`,
      majorCriterion: textOf(row.majorCriterion),
      majorBasis: textOf(row.majorBasis),
      deadlineOn: level === 'major' ? days.majorDeadlineOn : days.generalDeadlineOn,
      photosBefore: [],
      foundAt: now,
      foundBy: by?.slice(0, 30) ?? '监管人员',
      dutyDepartment: textOf(row.dutyDepartment),
      // Whoever has left puts nothing right: the head does.
      dutyPersonId: hasLeft ? null : textOf(row.dutyPersonId),
      repeatCause: '销号后抽样复核不合格，整改没有落实',
      repeatOfId: row.id,
    },
  };
}
