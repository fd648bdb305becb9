import * as z from 'zod/mini';
import { boolean, decimal, instant, integer, json, oneOf, person, prose, ref, serial, text } from '../../kit/field.ts';
import { resource, type Row } from '../../kit/resource.ts';

export const shiftStates = ['planned', 'checked', 'departed', 'arrived', 'cancelled'] as const;
export type ShiftState = (typeof shiftStates)[number];
/** The six checks before a vehicle leaves its station (六不出站). */
export const shiftChecks = ['vehicle', 'driver', 'papers', 'load', 'seatBelt', 'sheet'] as const;
export type ShiftCheck = (typeof shiftChecks)[number];

export const checkResult = z.object({
  check: z.enum(shiftChecks),
  pass: z.boolean(),
  note: z.string().check(z.maxLength(100)),
  /** Time of the check in milliseconds. */
  at: z.number(),
  byName: z.nullable(z.string()),
});
export type CheckResult = z.output<typeof checkResult>;

export const shift = resource('shift', {
  label: '班次',
  counter: '班',
  title: 'lineName',
  subtitle: 'no',
  class: 'enterprise',
  permits: 'bus:shift',
  order: '-departAt',
  fields: {
    enterpriseId: ref('enterprise', '所属企业').own().immutable().filter(),
    no: serial('BC', '班次号'),
    lineName: text(60, '线路').required().example('如 石梁渡—云岭西').search('pinyin'),
    departAt: instant('发车时间').required().sortable().filter('range'),
    fromStationId: ref('station', '始发站').required().filter(),
    toStation: text(60, '到达站').required(),
    distanceKm: decimal('里程', { unit: 'km', max: 5_000 }).required(),
    expressway: boolean('高速直达').default(false),
    arriveAt: instant('预计到达时间').short('预计到达'),
    vehicleId: ref('vehicle', '车辆').required().filter(),
    driverId: ref('employee', '驾驶员').filter().head('answers'),
    relayDriverId: ref('employee', '副班驾驶员'),
    passengers: integer('载客人数', { unit: '人', max: 500 }),
    checks: json('发班核查', z.array(checkResult)).default([]).serverSet(),
    talkTopic: text(60, '班前会内容').serverSet(),
    talkAt: instant('班前会时间').serverSet(),
    departedAt: instant('实际发班时间').serverSet(),
    arrivedAt: instant('实际到达时间').serverSet(),
    releasedBy: person('放行人').serverSet(),
    cancelReason: prose(300, '取消原因').serverSet(),
    status: oneOf(shiftStates, '班次状态')
      .short('状态')
      .default('planned')
      .dictionary('shiftStatus')
      .serverSet()
      .filter('many'),
  },
  states: {
    field: 'status',
    moves: {
      look: {
        from: ['planned'],
        label: '核查',
        permit: 'check',
        ask: {
          check: oneOf(shiftChecks, '核查项').required(),
          pass: boolean('是否通过').required(),
          note: text(100, '说明'),
          passengers: integer('载客人数', { unit: '人', max: 500 }),
        },
      },
      talk: {
        from: ['planned', 'checked'],
        label: '登记班前会',
        permit: 'check',
        ask: { talkTopic: text(60, '班前会内容').required().example('如 雨天行车、限速与安全带') },
      },
      check: { from: ['planned'], to: 'checked', label: '完成安检', permit: 'check' },
      assign: {
        from: ['planned', 'checked'],
        to: 'planned',
        label: '改派',
        permit: 'check',
        ask: {
          vehicleId: ref('vehicle', '车辆').required(),
          driverId: ref('employee', '驾驶员').required(),
          relayDriverId: ref('employee', '副班驾驶员'),
          reason: prose(200, '改派原因'),
        },
      },
      depart: { from: ['checked'], to: 'departed', label: '发班', permit: 'depart' },
      arrive: { from: ['departed'], to: 'arrived', label: '到站', permit: 'depart' },
      cancel: {
        from: ['planned', 'checked'],
        to: 'cancelled',
        label: '取消班次',
        permit: 'depart',
        danger: true,
        ask: { reason: prose(300, '取消原因').required() },
      },
    },
  },
});
export type Shift = Row<typeof shift>;
