// Demo shifts: departures of today, for the published enterprises that have buses at a station.
import { addDays, startOfDay, dayOf } from '@anlan/contract/domain/instant';
import { shift, shiftChecks, type CheckResult } from '@anlan/contract/modules/shift/resource';
import { createRandom } from '#kernel/random.ts';
import type { SeedContext } from '#kit/module.ts';
import { numberOf, reserveNumbers } from '#kit/number-store.ts';
import { insertSeeds, moveSeeds } from '#kit/direct-row-writes.ts';
import { untouchedSeeds } from '#kit/seed-rows-store.ts';
import type { Tx } from '#platform/db/index.ts';
import { hoursADay } from './gates.ts';
import { busesOf, driversOf } from './seed-store.ts';

/** Kilometres to the next places of the tenant. */
const distances = [186, 92, 428, 64, 77, 58] as const;
const shiftsADay = 40;
const minuteMs = 60_000;

export async function seedShifts(tx: Tx, context: SeedContext): Promise<void> {
  const { own, now, seed, home } = context;
  const today = dayOf(now);
  const buses = await busesOf(tx, own, today);
  const drivers = await driversOf(tx, own, today);
  const seeds = [];
  for (const enterpriseId of own) {
    const mine = <T extends { enterpriseId: string; isReady: boolean }>(all: readonly T[], isReady: boolean) =>
      all.filter((one) => one.enterpriseId === enterpriseId && one.isReady === isReady);
    const [ready, others] = [mine(buses, true), mine(buses, false)];
    const [able, lacking] = [mine(drivers, true), mine(drivers, false)];
    const fleet = ready.length > 0 ? ready : others;
    const people = able.length > 0 ? able : lacking;
    if (fleet.length === 0) continue;
    /** Last arrival and hours of each driver, because shifts of a driver do not overlap and a day has a limit. */
    const driven = new Map<string, { until: Date; hours: number }>();
    for (let at = 0; at < shiftsADay; at += 1) {
      const random = createRandom(seed, 0x5417, at);
      const goal = at % distances.length;
      const distanceKm = distances[goal] ?? distances[0];
      const toStation = `${home.places[(goal + 1) % home.places.length]}客运站`;
      const departAt = new Date(startOfDay(today).getTime() + (6 * 60 + at * 26) * minuteMs);
      const isGone = departAt < now;
      // Demo shifts that have left met all conditions. Some others are blocked by a vehicle, a certificate, or a
      // missing driver or relay driver.
      const bus = (!isGone && at % 13 === 6 ? others.at(0) : undefined) ?? fleet[at % fleet.length];
      if (!bus) continue;
      const needsRelay = distanceKm > 400 && (isGone || at % 18 !== 14);
      const hasDriver = isGone || at % 17 !== 16;
      const preferred = !isGone && at % 13 === 9 ? lacking.slice(0, 1) : [];
      const hours = distanceKm / 70;
      const atWheel = needsRelay ? hours / 2 : hours;
      const free = [...preferred, ...people.slice(at % people.length), ...people.slice(0, at % people.length)].filter(
        ({ id }) => {
          const before = driven.get(id);
          return before === undefined || (before.until <= departAt && before.hours + atWheel <= hoursADay);
        },
      );
      const arriveAt = new Date(departAt.getTime() + hours * 3_600_000);
      const arrivedAt = new Date(departAt.getTime() + (distanceKm / 65) * 3_600_000);
      const [driver = null, relay = null] = hasDriver ? free : [];
      // Nobody plans a shift for which no driver is free.
      if (hasDriver && (driver === null || (needsRelay && relay === null))) continue;
      const relayDriverId = needsRelay ? (relay?.id ?? null) : null;
      for (const id of [driver?.id, relayDriverId])
        if (id) driven.set(id, { until: arriveAt, hours: (driven.get(id)?.hours ?? 0) + atWheel });
      const hasTalk = isGone || at % 10 !== 4;
      const status = !isGone ? (at % 7 === 3 ? 'checked' : 'planned') : arrivedAt <= now ? 'arrived' : 'departed';
      const passengers = isGone || status === 'checked' ? random.between(8, bus.seats) : null;
      const many = isGone || status === 'checked' ? shiftChecks.length : at % 4;
      const checks: CheckResult[] = shiftChecks.slice(0, many).map((check) => ({
        check,
        pass: true,
        note: '',
        at: Math.min(now.getTime(), departAt.getTime()) - 20 * minuteMs,
        byName: '调度员',
      }));
      seeds.push({
        values: {
          enterpriseId,
          lineName: `${bus.stationName}—${toStation}`,
          fromStationId: bus.stationId,
          toStation,
          distanceKm,
          departAt,
          arriveAt,
          vehicleId: bus.id,
          driverId: driver?.id ?? null,
          relayDriverId,
          passengers,
          checks,
          talkTopic: hasTalk ? '限速、安全带与恶劣天气行车' : null,
          talkAt: hasTalk ? new Date(Math.min(now.getTime(), departAt.getTime()) - 40 * minuteMs) : null,
          departedAt: isGone
            ? new Date(Math.min(now.getTime(), departAt.getTime() + random.between(0, 4) * minuteMs))
            : null,
          arrivedAt: status === 'arrived' ? arrivedAt : null,
          status,
        },
        at: new Date(departAt.getTime() - 86_400_000),
        until:
          status === 'arrived' ? arrivedAt : isGone ? departAt : new Date(Math.min(now.getTime(), departAt.getTime())),
      });
    }
  }
  const last = await reserveNumbers(tx, `BC ${today}`, seeds.length);
  await insertSeeds(
    tx,
    context,
    shift,
    seeds.map(({ values, ...times }, index) => ({
      values: { ...values, no: numberOf('BC', today, last - seeds.length + 1 + index) },
      ...times,
    })),
  );
}

/** Ends the shifts that have left, then plans those of the days that are missing. */
export async function seedShiftDays(tx: Tx, context: SeedContext): Promise<void> {
  const { now, since } = context;
  const left = (await untouchedSeeds(tx, shift, ['planned', 'checked', 'departed'])).flatMap((row) => {
    const { id, status: from, enterpriseId, departAt: at, arriveAt: until, driverId } = row;
    if (at > now || until === null || driverId === null) return [];
    const status = until <= now ? 'arrived' : 'departed';
    if (status === from) return [];
    const checks = shiftChecks.map((check) => ({ check, pass: true, note: '', at: at.getTime(), byName: '调度员' }));
    const arrivedAt = status === 'arrived' ? until : null;
    const talk = { talkTopic: row.talkTopic ?? '限速、安全带与恶劣天气行车', talkAt: row.talkAt ?? at };
    const values = {
      enterpriseId,
      status,
      checks,
      ...talk,
      departedAt: at,
      arrivedAt,
      passengers: row.passengers ?? 20,
    };
    return [{ id, from, at, until: arrivedAt ?? at, values }];
  });
  await moveSeeds(tx, shift, left);
  const today = dayOf(now);
  for (let day = addDays(since ?? today, 1); day <= today; day = addDays(day, 1))
    await seedShifts(tx, { ...context, now: day === today ? now : new Date(startOfDay(day).getTime() + 86_399_000) });
}
