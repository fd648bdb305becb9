/** vehicleDay: data of vehicles for each day, from their positioning platforms (车辆运行日). */
import { dayOf } from '@anlan/contract/domain/instant';
import { vehicleDayCalls } from '@anlan/contract/modules/vehicle-day/calls';
import { vehicleDay } from '@anlan/contract/modules/vehicle-day/resource';
import { invalid } from '#kernel/errors.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { Tx } from '#platform/db/index.ts';
import { vehicleModule } from '../vehicle/index.ts';
import { seedVehicleDays } from './seed.ts';
import { isEntered } from './store.ts';

/** Share of the running time in which the vehicle was online, in whole per cent; 100 for a vehicle that did not run. */
const shareOf = (runMinutes: number, onlineMinutes: number) =>
  runMinutes === 0 ? 100 : Math.min(100, Math.round((onlineMinutes * 100) / runMinutes));

export const vehicleDayModule = defineModule('vehicleDay', {
  needs: { vehicle: vehicleModule },
  open({ kit, vehicle }) {
    const plateOf = async (tx: Tx, vehicleId: string, enterpriseId: unknown): Promise<string> => {
      const row = (await vehicle.rowsOf(tx, [vehicleId])).get(vehicleId);
      if (row === undefined || row.enterpriseId !== enterpriseId)
        throw invalid({ field: 'vehicleId', msg: '请选择所属企业的车辆' });
      return row.plateNo;
    };
    return openResource(vehicleDay, kit, {
      async beforeCreate(tx, input) {
        if (input.day > dayOf(kit.clock.now())) throw invalid({ field: 'day', msg: '日期不能晚于今天' });
        if (await isEntered(tx, input.vehicleId, input.day))
          throw invalid({ field: 'day', msg: '这辆车当天的记录已经登记，请修改原记录' });
        return {
          plateNo: await plateOf(tx, input.vehicleId, input.enterpriseId),
          onlineShare: shareOf(input.runMinutes, input.onlineMinutes),
        };
      },
      beforeUpdate: (_tx, row, patch) => ({
        onlineShare: shareOf(patch.runMinutes ?? row.runMinutes, patch.onlineMinutes ?? row.onlineMinutes),
      }),
    });
  },
  calls: vehicleDayCalls,
  seed: seedVehicleDays,
  seedDays: seedVehicleDays,
});
