// Demo alarms of the published enterprises' vehicles in the last week; most of them were handled.
import { dayOf, daysBetween, startOfDay } from '@anlan/contract/domain/instant';
import { vehicleAlarm } from '@anlan/contract/modules/vehicle-alarm/resource';
import { createRandom } from '#kernel/random.ts';
import type { SeedContext } from '#kit/module.ts';
import { insertSeeds, moveSeeds } from '#kit/direct-row-writes.ts';
import { untouchedSeeds } from '#kit/seed-rows-store.ts';
import type { Tx } from '#platform/db/index.ts';
import { vehiclesForSeeds } from '../vehicle/index.ts';

const alarms = 90;
const minuteMs = 60_000;
const kinds = ['speeding', 'speeding', 'speeding', 'fatigue', 'night', 'offline'] as const;
const places = ['G56 杭瑞高速 K312', '环城北路', 'S14 枢纽', '澜江大桥', '迎宾大道'];
const handlingNotes = ['电话提醒驾驶员降速，已恢复正常', '责令就近服务区停车休息 20 分钟', '终端掉线，已安排检修'];

export async function seedVehicleAlarms(tx: Tx, context: SeedContext): Promise<void> {
  const { own, now, seed, since, accounts } = context;
  const vehicles = await vehiclesForSeeds(tx, own);
  if (vehicles.length === 0) return;
  const handlerId = accounts.get(`safety${tx.scope.tenantId}`) ?? null;
  const minutes = since === null ? Infinity : (now.getTime() - startOfDay(since).getTime()) / minuteMs;
  // Fewer alarms per day than at the seed, whose list shows every kind at once.
  const many = since === null ? alarms : Math.floor(minutes / 103);
  const day = since === null ? 0 : daysBetween('2026-01-01', dayOf(now));
  const seeds = Array.from({ length: since === dayOf(now) ? 0 : many }, (_, place) => {
    const random = createRandom(seed, 0xa1a, place, day);
    const vehicle = vehicles[place % vehicles.length];
    const kind = random.pick(kinds);
    const at = new Date(now.getTime() - (place * 103 + 17) * minuteMs);
    const isOpen = place < 5 || handlerId === null;
    return {
      values: {
        enterpriseId: vehicle?.enterpriseId,
        vehicleId: vehicle?.id,
        plateNo: vehicle?.plateNo,
        driverId: vehicle?.driverId,
        kind,
        at,
        place: random.pick(places),
        speed: kind === 'speeding' ? random.between(104, 126) : null,
        speedLimit: kind === 'speeding' ? 100 : null,
        minutes: kind === 'speeding' ? random.between(1, 6) : random.between(15, 90),
        ...(isOpen
          ? {}
          : {
              status: 'handled',
              measure: kind === 'offline' ? 'repaired' : kind === 'fatigue' ? 'stopped' : 'called',
              note: kind === 'offline' ? handlingNotes[2] : kind === 'fatigue' ? handlingNotes[1] : handlingNotes[0],
              handlerId,
              handledAt: new Date(at.getTime() + random.between(3, 40) * minuteMs),
            }),
      },
      at,
      until: new Date(at.getTime() + 20 * minuteMs),
    };
  });
  if (since !== null) await handleOpen(tx, handlerId, now);
  await insertSeeds(tx, context, vehicleAlarm, seeds);
}

/** Handles the older open alarms, so that a few always wait. */
async function handleOpen(tx: Tx, handlerId: string | null, now: Date): Promise<void> {
  if (handlerId === null) return;
  const open = (await untouchedSeeds(tx, vehicleAlarm, ['open'])).flatMap(({ id, status, at, enterpriseId }) =>
    now.getTime() - at.getTime() > 600 * minuteMs ? [{ id, status, at, enterpriseId }] : [],
  );
  await moveSeeds(
    tx,
    vehicleAlarm,
    open.map(({ id, status, at, enterpriseId }) => {
      const handledAt = new Date(at.getTime() + 30 * minuteMs);
      const values = {
        enterpriseId,
        status: 'handled',
        measure: 'called',
        note: handlingNotes[0],
        handlerId,
        handledAt,
      };
      return { id, from: status, at, until: handledAt, values };
    }),
  );
}
