import { certificateCalls } from '@anlan/contract/modules/certificate/calls';
import { certificate } from '@anlan/contract/modules/certificate/resource';
import { equipmentCalls } from '@anlan/contract/modules/equipment/calls';
import { equipment } from '@anlan/contract/modules/equipment/resource';
import { vehicleCalls } from '@anlan/contract/modules/vehicle/calls';
import { vehicle } from '@anlan/contract/modules/vehicle/resource';
import { warningCalls } from '@anlan/contract/modules/warning/calls';
import { queryOptions } from '@tanstack/react-query';
import { bindResource } from '#kit/resource.ts';
import { api } from '#lib/api.ts';

const calls = api(warningCalls);

export const levelCounts = () =>
  queryOptions({
    queryKey: ['warning', 'counts'],
    queryFn: ({ signal }) => calls.counts({}, { signal, quiet: true }),
  });
export const versionsOf = (id: string) =>
  queryOptions({
    queryKey: ['warning', 'versions', id],
    queryFn: ({ signal }) => calls.versions({ id }, { signal, quiet: true }),
  });

export const certificates = bindResource(certificate, certificateCalls);
export const equipmentRows = bindResource(equipment, equipmentCalls);
export const vehicleRows = bindResource(vehicle, vehicleCalls);
