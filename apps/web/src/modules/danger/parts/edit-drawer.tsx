import type { Danger } from '@anlan/contract/modules/danger/resource';
import { App } from 'antd';
import type { Control } from '#kit/controls.tsx';
import type { FormLook } from '#kit/form-fields.tsx';
import { ResourceForm } from '#kit/resource-form.tsx';
import type { AnyRow } from '#kit/resource.ts';
import { bound } from '../calls.ts';
import { CriterionSelect } from './criterion-select.tsx';
import { PhotoInput } from './photo-input.tsx';
import type { Held } from './photos.tsx';
import { DutySelect } from './select.tsx';

const isHeld = (value: unknown): value is Held[] => Array.isArray(value);
const textOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

const Photos: Control = ({ value, onChange, id, spec }) => (
  <PhotoInput
    purpose="photo"
    most={9}
    label={spec.label}
    {...(id ? { id } : {})}
    value={isHeld(value) ? value : []}
    onChange={(next) => onChange?.(next)}
  />
);
const Duty: Control = ({ value, onChange, id, row }) => (
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

const look: FormLook = {
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
  controls: { photosBefore: Photos, dutyPersonId: Duty, majorCriterion: Criterion },
};

/** Changes what was said when a danger was found. */
export function EditDrawer({ row, onClose }: { row: Danger; onClose: () => void }) {
  const { message } = App.useApp();
  return (
    <ResourceForm
      bound={bound}
      target={{ row: row as unknown as AnyRow }}
      look={look}
      several={false}
      onSaved={() => {
        void message.success('已保存');
        onClose();
      }}
      onClose={onClose}
    />
  );
}
