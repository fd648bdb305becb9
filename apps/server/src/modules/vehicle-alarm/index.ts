/** vehicleAlarm: alarms from vehicle positioning (动态监控报警), with who handled each, when and how. */
import { vehicleAlarmCalls } from '@anlan/contract/modules/vehicle-alarm/calls';
import { vehicleAlarm } from '@anlan/contract/modules/vehicle-alarm/resource';
import { invalid } from '#kernel/errors.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { Tx } from '#platform/db/index.ts';
import { staffModule } from '../staff/index.ts';
import { vehicleModule } from '../vehicle/index.ts';
import { seedVehicleAlarms } from './seed.ts';
import { isKnown, openBy } from './store.ts';
import { alarmSource } from './todo.ts';

const posts = ['dispatcher', 'scheduler', 'head', 'safetyManager'] as const;

export const vehicleAlarmModule = defineModule('vehicleAlarm', {
  needs: { vehicle: vehicleModule, staff: staffModule },
  open({ kit, vehicle, staff }) {
    const plateOf = async (tx: Tx, vehicleId: string, enterpriseId: unknown): Promise<string> => {
      const row = (await vehicle.rowsOf(tx, [vehicleId])).get(vehicleId);
      if (row === undefined || row.enterpriseId !== enterpriseId)
        throw invalid({ field: 'vehicleId', msg: '请选择所属企业的车辆' });
      return row.plateNo;
    };
    const alarms = openResource(vehicleAlarm, kit, {
      reads: (tx) => staff.mayActAs(tx, posts),
      frozen: (row) => (row.status === 'open' ? null : '已处理的报警不能修改'),
      mayMove: (_move, _row, _scope, may) => may === true,
      async beforeCreate(tx, input) {
        if (input.at > kit.clock.now()) throw invalid({ field: 'at', msg: '报警时间不能晚于现在' });
        if (await isKnown(tx, input.vehicleId, input.kind, input.at))
          throw invalid({ field: 'at', msg: '这条报警已经登记' });
        return { plateNo: await plateOf(tx, input.vehicleId, input.enterpriseId) };
      },
      beforeMove: (tx, _move, _row, input) => ({
        note: input['reason'],
        handlerId: tx.scope.userId,
        handledAt: kit.clock.now(),
      }),
      saved: (tx, ids) => kit.refreshTodos(tx, 'vehicleAlarm', ids),
      moved: (tx, _move, row) => kit.refreshTodos(tx, 'vehicleAlarm', [row.id]),
    });
    return { ...alarms, openBy, source: alarmSource({ ...kit, byPost: staff.byPost }) };
  },
  calls: vehicleAlarmCalls,
  todos: ({ source }) => [source],
  seed: seedVehicleAlarms,
  seedDays: seedVehicleAlarms,
});
