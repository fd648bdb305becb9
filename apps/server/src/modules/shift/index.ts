/** shift: departures of vehicles (班次) with six checks and departure conditions, shown on one board for each day. */
import { dayOf } from '@anlan/contract/domain/instant';
import { shiftCalls } from '@anlan/contract/modules/shift/calls';
import type { ShiftBoard } from '@anlan/contract/modules/shift/views';
import { shift } from '@anlan/contract/modules/shift/resource';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { Tx } from '#platform/db/index.ts';
import { certificateModule } from '../certificate/index.ts';
import { requireVisible, enterpriseModule } from '../enterprise/index.ts';
import { staffModule } from '../staff/index.ts';
import { stationModule } from '../station/index.ts';
import { vehicleModule } from '../vehicle/index.ts';
import { dayOfBoard, assess, stationsOf, type GateDeps } from './board.ts';
import { blockedIn } from './gates.ts';
import { createHooks } from './hooks.ts';
import { seedShiftDays, seedShifts } from './seed.ts';
import { idsBetween } from './store.ts';

const boardMost = 300;

export const shiftModule = defineModule('shift', {
  needs: {
    enterprise: enterpriseModule,
    station: stationModule,
    staff: staffModule,
    certificate: certificateModule,
    vehicle: vehicleModule,
  },
  open({ kit, enterprise, staff, certificate, vehicle }) {
    const { db, clock, events, publishToUsers: tell } = kit;
    const deps: GateDeps = { kit, vehiclesOf: vehicle.rowsOf, papersOf: certificate.papersOf, people: staff.people };

    /** Sends a message that makes open boards reload the day (ST-10, AllShifts). */
    async function spread(tx: Tx, enterpriseIds: readonly string[]): Promise<void> {
      if (enterpriseIds.length === 0) return;
      const permit = 'bus:shift:index';
      for (const enterpriseId of enterpriseIds)
        await tell(tx, { kinds: ['enterprise'], permit, enterpriseId }, { type: 'AllShifts' });
      // The message has no content, because each regulator may see different shifts; the board reloads within their
      // data scope.
      await tell(tx, { kinds: ['regulator'], permit }, { type: 'AllShifts' });
    }
    async function changed(tx: Tx, ids: readonly string[], enterpriseIds: readonly string[]): Promise<void> {
      await events.emit(tx, 'shift.changed', { ids, enterpriseIds });
      await spread(tx, enterpriseIds);
    }
    const shifts = openResource(
      shift,
      kit,
      createHooks({ ...deps, kit, postsOf: staff.postsOf, employee: staff.employee }, changed),
    );
    return {
      ...shifts,
      spread,
      board: (
        scope: Scope,
        {
          day = dayOf(clock.now()),
          enterpriseId = scope.enterpriseId ?? undefined,
        }: { day?: string | undefined; enterpriseId?: string | undefined },
      ): Promise<ShiftBoard> =>
        db.read(scope, async (tx) => {
          await requireVisible(tx, enterprise, enterpriseId);
          const { from, to } = dayOfBoard(day);
          const ids = await idsBetween(tx, enterpriseId, from, to, boardMost + 1);
          const rows =
            ids.length === 0
              ? []
              : await shifts.rowsWhere(tx, { id: ids.slice(0, boardMost) }, { order: 'departAt', limit: boardMost });
          const judged = await assess(tx, deps, rows);
          const shown = (await shifts.present(tx, rows)).map((row) => {
            const { gates = [], plateNo = '—', plateColor = 'blue', seats = null } = judged.get(row.id) ?? {};
            return { shift: row, plateNo, plateColor, seats, gates, blocked: blockedIn(gates) };
          });
          return {
            day,
            asOf: clock.now(),
            shifts: shown,
            more: ids.length > boardMost,
            stations: stationsOf(shown.map((one) => one.shift)),
          };
        }),
    };
  },
  calls: shiftCalls,
  ask: {
    'enterprise.removing': async (tx, { ids }, shifts) =>
      (await shifts.exists(tx, { enterpriseId: ids })) ? '名下还有班次，请先删除' : null,
  },
  on: {
    // A change of a certificate or vehicle may allow a departure, so boards reload at once.
    'certificate.changed': (tx, { enterpriseIds }, shifts) => shifts.spread(tx, enterpriseIds),
    'vehicle.changed': (tx, { enterpriseIds }, shifts) => shifts.spread(tx, enterpriseIds),
  },
  seed: seedShifts,
  seedDays: seedShiftDays,
});
