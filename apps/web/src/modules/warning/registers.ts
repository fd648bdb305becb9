import { inspectionItems } from '@anlan/contract/modules/equipment/resource';
import { vehicleDates } from '@anlan/contract/modules/vehicle/resource';
import type { Warning } from '@anlan/contract/modules/warning/resource';
import type { FormRow } from '#kit/field-rules.ts';
import type { Bound } from '#kit/resource.ts';
import { certificates as certificateRows, equipmentRows, vehicleRows } from './calls.ts';

export interface Register {
  bound: Bound;
  name: string;
  rows: readonly FormRow[];
}
const certificates: Register = {
  bound: certificateRows,
  name: '人员证件',
  rows: [['validTo', 'issuedOn'], ['nextReviewOn'], 'files', 'reason'],
};
const equipmentRegister: Register = {
  bound: equipmentRows,
  name: '设备',
  rows: [['nextInspectionOn'], 'files', 'reason'],
};

/** The register where the date of an item is renewed; null if it is renewed in this list. */
export function registerOf({ subject, itemType }: Pick<Warning, 'subject' | 'itemType'>): Register | null {
  if (subject === 'person') return certificates;
  if (subject === 'equipment') return Object.values(inspectionItems).includes(itemType) ? equipmentRegister : null;
  const field = Object.entries(vehicleDates).find(([, type]) => type === itemType)?.[0];
  return subject === 'vehicle' && field !== undefined
    ? { bound: vehicleRows, name: '车辆', rows: [[field], 'files'] }
    : null;
}
