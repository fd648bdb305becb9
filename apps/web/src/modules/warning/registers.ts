import { certificateCalls } from '@anlan/contract/modules/certificate/calls';
import { certificate } from '@anlan/contract/modules/certificate/resource';
import { equipmentCalls } from '@anlan/contract/modules/equipment/calls';
import { equipment, inspectionItems } from '@anlan/contract/modules/equipment/resource';
import { vehicleCalls } from '@anlan/contract/modules/vehicle/calls';
import { vehicle, vehicleDates } from '@anlan/contract/modules/vehicle/resource';
import type { Warning } from '@anlan/contract/modules/warning/resource';
import type { FormRow } from '#kit/field-rules.ts';
import { bind, type Bound } from '#kit/resource.ts';

/** The register that a date comes from, with what a renewal there asks. */
export interface Register {
  bound: Bound;
  /** Where its rows are listed. */
  name: string;
  rows: readonly FormRow[];
}
const certificates: Register = {
  bound: bind(certificate, certificateCalls),
  name: '人员证件',
  rows: [['validTo', 'issuedOn'], ['nextReviewOn'], 'files', 'reason'],
};
const equipmentRegister: Register = {
  bound: bind(equipment, equipmentCalls),
  name: '设备',
  rows: [['nextInspectionOn'], 'files', 'reason'],
};
const vehicles = bind(vehicle, vehicleCalls);

/** The register that keeps the date of an item, or null: then it is renewed where it stands. */
export function registerOf({ subject, itemType }: Pick<Warning, 'subject' | 'itemType'>): Register | null {
  if (subject === 'person') return certificates;
  if (subject === 'equipment') return Object.values(inspectionItems).includes(itemType) ? equipmentRegister : null;
  const field = Object.entries(vehicleDates).find(([, type]) => type === itemType)?.[0];
  return subject === 'vehicle' && field !== undefined
    ? { bound: vehicles, name: '车辆', rows: [[field], 'files'] }
    : null;
}
