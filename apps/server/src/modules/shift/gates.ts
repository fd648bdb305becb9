// Conditions that a shift must meet before it leaves its station; no IO.
import { startOfDay, dayOf, addDays, formatInstant } from '@anlan/contract/domain/instant';
import type { ShiftGate } from '@anlan/contract/modules/shift/views';

/** Distance in km above which a relay driver is needed. The limit is higher for direct expressway trips. */
const relayKm = 400;
const relayExpresswayKm = 600;
/** Maximum driving hours without a rest by day and night, and in 24 hours. */
const dayHours = 4;
const nightHours = 2;
export const hoursADay = 8;
/** Speed assumed for a coach whose arrival is not planned. */
const usualKmh = 70;
const hourMs = 3_600_000;

export interface AtWheel {
  name: string;
  lacking: readonly string[];
  unverified: boolean;
  /** Hours that the driver drives in other shifts, counted from one day before this shift. */
  otherHours: number;
}
export interface ShiftFacts {
  departAt: Date;
  arriveAt: Date | null;
  distanceKm: number;
  expressway: boolean;
  passengers: number | null;
  seats: number | null;
  vehicleBlockedBy: readonly string[];
  drivers: readonly AtWheel[];
  hasRelay: boolean;
  talkTopic: string | null;
}

/** Planned arrival, or the estimate from the distance. */
export const arrivalOf = ({
  departAt,
  arriveAt,
  distanceKm,
}: Pick<ShiftFacts, 'departAt' | 'arriveAt' | 'distanceKm'>) =>
  arriveAt ?? new Date(departAt.getTime() + (distanceKm / usualKmh) * hourMs);

function hoursBetween(from: Date, to: Date, begins: number, ends: number): number {
  let sum = 0;
  for (let day = addDays(dayOf(from), -1); day <= dayOf(to); day = addDays(day, 1)) {
    const midnight = startOfDay(day).getTime();
    const first = Math.max(from.getTime(), midnight + begins * hourMs);
    const last = Math.min(to.getTime(), midnight + ends * hourMs);
    sum += Math.max(0, last - first) / hourMs;
  }
  return sum;
}
const shown = (hours: number) => `${Math.round(hours * 10) / 10} 小时`;

export function gatesOf(facts: ShiftFacts): ShiftGate[] {
  const { departAt, distanceKm, drivers, hasRelay, passengers, seats, vehicleBlockedBy, talkTopic } = facts;
  const arriveAt = arrivalOf(facts);
  const hours = (arriveAt.getTime() - departAt.getTime()) / hourMs;
  const lacking = drivers.flatMap(({ name, lacking: words }) => words.map((word) => `${name}${word}`));
  const most = facts.expressway ? relayExpresswayKm : relayKm;
  const isLong = distanceKm > most;
  const small = hoursBetween(departAt, arriveAt, 2, 5);
  const dark = hoursBetween(departAt, arriveAt, 22, 30);
  const atOnce = hasRelay ? hours / 2 : hours;
  const tired = drivers.filter(({ otherHours }) => otherHours + atOnce > hoursADay);
  const isTiring = dark > nightHours ? atOnce > nightHours : atOnce > dayHours;
  const gate = (key: ShiftGate['key'], label: string, ok: boolean, note: string, more: Partial<ShiftGate> = {}) => ({
    key,
    label,
    must: true,
    ok,
    note,
    from: null,
    ...more,
  });
  return [
    gate(
      'vehicle',
      '车辆可营运',
      vehicleBlockedBy.length === 0,
      vehicleBlockedBy.length === 0 ? '年检、审验、保险有效' : `${vehicleBlockedBy.join('；')}，续办后自动放行`,
      { from: '来自：车辆' },
    ),
    gate(
      'driver',
      '已排驾驶员',
      drivers.length > 0,
      drivers.length > 0 ? drivers.map(({ name }) => name).join('、') : '请改派驾驶员',
    ),
    ...(drivers.length === 0
      ? []
      : [
          gate(
            'papers',
            '驾驶员证件有效',
            lacking.length === 0,
            lacking.length > 0
              ? `${lacking.join('；')}，换证后自动放行，或改派驾驶员`
              : drivers.some(({ unverified }) => unverified)
                ? '驾驶证、从业资格证有效；有本人上传的证件待核验'
                : '驾驶证、从业资格证有效',
            { from: '来自：人员证件' },
          ),
        ]),
    ...(isLong
      ? [
          gate(
            'relay',
            `超过 ${most} km 须双驾`,
            hasRelay,
            hasRelay ? `里程 ${distanceKm} km，两名驾驶员` : `里程 ${distanceKm} km，现有 ${drivers.length} 名驾驶员`,
          ),
        ]
      : []),
    ...(small > 0
      ? [
          gate(
            'night',
            '凌晨 2 时至 5 时',
            hasRelay || !isLong,
            hasRelay
              ? '有副班驾驶员接驳'
              : `预计 ${formatInstant(arriveAt).slice(11, 16)} 到站，请在 02:00 前落客休息或接驳`,
            { must: isLong },
          ),
        ]
      : []),
    ...(passengers !== null && seats !== null
      ? [
          gate(
            'load',
            '未超员',
            passengers <= seats,
            passengers <= seats ? `${passengers} / ${seats}` : `载客 ${passengers} 人，超过核定 ${seats} 人`,
          ),
        ]
      : []),
    ...(isTiring || tired.length > 0
      ? [
          gate(
            'hours',
            '驾驶时间',
            false,
            tired.length > 0
              ? `${tired.map(({ name, otherHours }) => `${name} 24 小时内共 ${shown(otherHours + atOnce)}`).join('；')}，超过 ${hoursADay} 小时`
              : `预计驾驶 ${shown(atOnce)}，中途须休息 20 分钟以上`,
            { must: false },
          ),
        ]
      : []),
    gate('talk', '班前会', talkTopic !== null, talkTopic ?? '发班前请登记班前会'),
  ];
}

export const blockedIn = (gates: readonly ShiftGate[]): number => gates.filter(({ must, ok }) => must && !ok).length;
