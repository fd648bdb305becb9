import type { Control } from '#kit/controls.tsx';
import { CriterionSelect } from './criterion-select.tsx';
import { DutySelect } from './duty-select.tsx';

const textOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

export const Duty: Control = ({ value, onChange, id, row }) => (
  <DutySelect
    {...(id ? { id } : {})}
    enterpriseId={textOrNull(row?.['enterpriseId']) ?? undefined}
    value={textOrNull(value)}
    onChange={(next) => onChange?.(next)}
  />
);
const Criterion: Control = ({ value, onChange, id, row }) => (
  <CriterionSelect
    {...(id ? { id } : {})}
    enterpriseId={textOrNull(row?.['enterpriseId']) ?? undefined}
    value={textOrNull(value)}
    onChange={(next) => onChange?.(next)}
  />
);

export const editForm = {
  rows: [
    'title',
    ['level', 'category'],
    ['source', 'place'],
    ['foundBy', 'foundAt'],
    ['dutyPersonId', 'dutyDepartment'],
    ['deadlineOn', 'stationId'],
    ['vehicleId'],
    'photosBefore',
    'description',
    'majorCriterion',
    'majorBasis',
    'interimMeasures',
    'repeatCause',
  ],
  controls: { dutyPersonId: Duty, majorCriterion: Criterion },
} as const;
