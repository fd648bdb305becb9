import { Criterion } from './criterion-select.tsx';
import { Duty } from './duty-select.tsx';

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
