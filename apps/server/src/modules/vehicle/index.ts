/** vehicle: vehicles of enterprises (车辆), their certificates, and whether they may be on the road. */
import { vehicleCalls } from '@anlan/contract/modules/vehicle/calls';
import { vehicle } from '@anlan/contract/modules/vehicle/resource';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { RowOf } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { staffModule } from '../staff/index.ts';
import { stationModule } from '../station/index.ts';
import { createHooks } from './hooks.ts';
import { seedVehicles } from './seed.ts';
import { countInUse } from './store.ts';

type VehicleRow = RowOf<typeof vehicle>;

export { papersIn } from './hooks.ts';
export { blockedBy } from './rules.ts';
export { vehiclesForSeeds } from './seed-store.ts';

export const vehicleModule = defineModule('vehicle', {
  needs: { station: stationModule, staff: staffModule },
  open({ kit, staff }) {
    const vehicles = openResource(vehicle, kit, createHooks({ kit, staff }));
    return {
      ...vehicles,
      countInUse,
      rowsOf: async (tx: Tx, ids: readonly string[]): Promise<Map<string, VehicleRow>> => {
        const rows = ids.length === 0 ? [] : await vehicles.rowsWhere(tx, { id: [...new Set(ids)] });
        return new Map(rows.map((row) => [row.id, row]));
      },
    };
  },
  calls: vehicleCalls,
  ask: {
    'enterprise.removing': async (tx, { ids }, vehicles) =>
      (await vehicles.exists(tx, { enterpriseId: ids })) ? '名下还有车辆，请先删除这些车辆' : null,
  },
  seed: seedVehicles,
});
