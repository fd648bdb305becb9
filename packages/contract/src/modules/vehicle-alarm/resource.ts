import { normalisePlate, plateProblem, plateStart } from '../../domain/vehicle-number.ts';
import { code, integer, instant, oneOf, person, prose, ref, text } from '../../kit/field.ts';
import { resource, type Row } from '../../kit/resource.ts';

/** An alarm from the positioning of a vehicle (动态监控报警): who handled it, when and how. */
export const vehicleAlarm = resource('vehicleAlarm', {
  label: '动态监控报警',
  counter: '条',
  title: 'plateNo',
  class: 'enterprise',
  permits: 'bus:vehiclealarm',
  order: '-at',
  importKey: ['enterpriseId', 'vehicleId', 'kind', 'at'],
  fields: {
    enterpriseId: ref('enterprise', '所属企业').own().immutable().filter(),
    vehicleId: ref('vehicle', '车辆').required().immutable().filter(),
    kind: code('vehicleAlarmKind', '报警类型').required().immutable().filter('many'),
    at: instant('报警时间').required().immutable().sortable().filter('range'),
    driverId: ref('employee', '驾驶员'),
    place: text(100, '地点'),
    speed: integer('车速', { unit: 'km/h', max: 500 }),
    speedLimit: integer('限速', { unit: 'km/h', max: 500 }),
    minutes: integer('持续时间', { unit: '分钟', max: 10_000 }),
    remark: text(200, '备注'),
    plateNo: text(8, '车牌号')
      .required()
      .normalised(normalisePlate, plateProblem)
      .serverSet()
      .search('prefix', plateStart),
    measure: code('vehicleAlarmMeasure', '处理方式').serverSet(),
    note: prose(300, '处理说明').serverSet(),
    handlerId: person('处理人').serverSet(),
    handledAt: instant('处理时间').serverSet(),
    status: oneOf(['open', 'handled', 'dismissed'], '处理状态')
      .short('状态')
      .default('open')
      .dictionary('vehicleAlarmStatus')
      .serverSet()
      .filter('many'),
  },
  states: {
    field: 'status',
    moves: {
      handle: {
        from: ['open'],
        to: 'handled',
        label: '处理',
        permit: 'handle',
        ask: {
          measure: code('vehicleAlarmMeasure', '处理方式').required(),
          reason: prose(300, '处理说明').required(),
        },
      },
      dismiss: {
        from: ['open'],
        to: 'dismissed',
        label: '误报',
        permit: 'handle',
        ask: { reason: prose(300, '为什么是误报').required() },
      },
    },
  },
});
export type VehicleAlarm = Row<typeof vehicleAlarm>;
