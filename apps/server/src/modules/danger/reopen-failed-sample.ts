// Builds the new danger for an accepted danger that failed its sample check.
import type { DangerInput } from '@anlan/contract/modules/danger/resource';
import type { Values } from '#kit/references.ts';
import type { deadlinesFrom, DangerRow } from './rules.ts';
import type { SourceFields } from './save-rules.ts';

type Photo = { id: string; name: string };
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const isPhoto = (value: unknown): value is Photo =>
  typeof value === 'object' && value !== null && 'id' in value && 'name' in value;

export function reopenedDanger(
  row: DangerRow,
  input: Values,
  {
    now,
    by,
    days,
    hasLeft,
  }: { now: Date; by: string | null; days: ReturnType<typeof deadlinesFrom>; hasLeft: boolean },
): { dangerInput: DangerInput & SourceFields; photos: Photo[] } {
  const level = row.level === 'major' ? 'major' : 'general';
  const files = Array.isArray(input['files']) ? input['files'] : [];
  return {
    photos: files.filter(isPhoto).map(({ id, name }) => ({ id, name })),
    dangerInput: {
      enterpriseId: row.enterpriseId,
      title: [...`抽样复核不合格：${row.title}`].slice(0, 60).join(''),
      level,
      category: row.category,
      source: 'regulator',
      place: row.place,
      stationId: textOf(row.stationId),
      riskPointId: textOf(row.riskPointId),
      description: `${row.no} 销号后抽样复核不合格：${textOf(input['reason']) ?? ''}`,
      majorCriterion: textOf(row.majorCriterion),
      majorBasis: textOf(row.majorBasis),
      deadlineOn: level === 'major' ? days.majorDeadlineOn : days.generalDeadlineOn,
      photosBefore: [],
      foundAt: now,
      foundBy: by?.slice(0, 30) ?? '监管人员',
      dutyDepartment: textOf(row.dutyDepartment),
      // If the responsible person left, the new danger has none, and the head is responsible.
      dutyPersonId: hasLeft ? null : textOf(row.dutyPersonId),
      repeatCause: '销号后抽样复核不合格，整改没有落实',
      repeatOfId: row.id,
    },
  };
}
