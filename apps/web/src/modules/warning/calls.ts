import { certificateCalls } from '@anlan/contract/modules/certificate/calls';
import { certificate } from '@anlan/contract/modules/certificate/resource';
import { equipmentCalls } from '@anlan/contract/modules/equipment/calls';
import { equipment } from '@anlan/contract/modules/equipment/resource';
import { vehicleCalls } from '@anlan/contract/modules/vehicle/calls';
import { vehicle } from '@anlan/contract/modules/vehicle/resource';
import { warningCalls } from '@anlan/contract/modules/warning/calls';
import { bindResource } from '#kit/resource.ts';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';

const calls = api(warningCalls);

export const levelCounts = () => callQuery(['warning', 'counts'], calls.counts, {});
export const versionsOf = (id: string) => callQuery(['warning', 'versions', id], calls.versions, { id });

export const certificates = bindResource(certificate, certificateCalls);
export const equipmentRows = bindResource(equipment, equipmentCalls);
export const vehicleRows = bindResource(vehicle, vehicleCalls);
