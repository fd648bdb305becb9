import { normalisePlate, plateProblem, plateStart } from '../../domain/vehicle-number.ts';
import { day, decimal, integer, ref, text } from '../../kit/field.ts';
import { resource, type Row } from '../../kit/resource.ts';

/** Daily data of a vehicle, as its positioning platform reports it (车辆运行日). */
export const vehicleDay = resource('vehicleDay', {
  label: '车辆运行日',
  counter: '条',
  title: 'plateNo',
  subtitle: 'day',
  class: 'enterprise',
  permits: 'bus:vehicleday',
  order: '-day',
  removal: 'hard',
  importKey: ['enterpriseId', 'vehicleId', 'day'],
  fields: {
    enterpriseId: ref('enterprise', '所属企业').own().immutable().filter(),
    vehicleId: ref('vehicle', '车辆').required().immutable().filter(),
    day: day('日期').required().immutable().sortable().filter('range'),
    mileageKm: decimal('行驶里程', { unit: 'km', max: 3_000 }).required(),
    runMinutes: integer('运行时长', { unit: '分钟', max: 1_440 }).required(),
    onlineMinutes: integer('在线时长', { unit: '分钟', max: 1_440 }).required(),
    plateNo: text(8, '车牌号')
      .required()
      .normalised(normalisePlate, plateProblem)
      .serverSet()
      .search('prefix', plateStart),
    onlineShare: integer('在线率', { unit: '%' }).required().serverSet(),
  },
});
export type VehicleDay = Row<typeof vehicleDay>;
