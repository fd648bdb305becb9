import * as z from 'zod/mini';
import { flag, id } from '../../domain/fields.ts';
import { normalisePlate, normaliseVin, plateProblem, plateStart, vinProblem } from '../../domain/vehicle-number.ts';
import { boolean, code, day, files, integer, oneOf, prose, ref, text } from '../../kit/field.ts';
import { resource, type Filter, type Input, type Row } from '../../kit/resource.ts';

export const vehicleStates = ['operating', 'stopped', 'repairing', 'scrapped', 'transferred'] as const;
/** Date fields of a vehicle, with the item type in the ledger of expiry dates. */
export const vehicleDates = {
  inspectionTo: 'vehicleInspection',
  transportCertTo: 'transportCertificate',
  compulsoryTo: 'compulsoryAuto',
  carrierTo: 'carrierLiability',
  ratingTo: 'vehicleRating',
  maintenanceTo: 'secondMaintenance',
  commercialTo: 'commercialAuto',
  terminalTo: 'positioningTerminal',
} as const;
export type VehicleDate = keyof typeof vehicleDates;

const dates = () => ({
  inspectionTo: day('年检有效期至').short('年检').head('expires'),
  transportCertTo: day('道路运输证审验有效期至').short('运输证审验').head('expires'),
  compulsoryTo: day('交强险有效期至').short('交强险').head('expires'),
  carrierTo: day('承运人责任险有效期至').short('承运人险').head('expires'),
  ratingTo: day('技术等级评定有效期至').short('技术等级').head('expires'),
  maintenanceTo: day('二级维护有效期至').short('二级维护').head('expires'),
  commercialTo: day('商业车险有效期至').short('商业车险').head('expires'),
  terminalTo: day('卫星定位服务有效期至').short('卫星定位').head('expires'),
});
const inUse = ['operating', 'stopped', 'repairing'] as const;

export const vehicle = resource('vehicle', {
  label: '车辆',
  counter: '辆',
  title: 'plateNo',
  subtitle: 'brand',
  class: 'enterprise',
  permits: 'bus:vehicle',
  fields: {
    enterpriseId: ref('enterprise', '所属企业').own().immutable().filter(),
    plateNo: text(8, '车牌号')
      .required()
      .normalised(normalisePlate, plateProblem)
      .unique()
      .sortable()
      .example('如 浙A12345')
      .search('prefix', plateStart),
    plateColor: code('plateColor', '车牌颜色').required(),
    carType: code('carType', '车型').required().filter('many'),
    brand: text(40, '品牌型号'),
    vin: text(17, '车架号').normalised(normaliseVin, vinProblem).help('17 位，不含字母 I、O、Q'),
    stationId: ref('station', '所属场站').filter(),
    ownership: code('vehicleOwnership', '产权').required(),
    seats: integer('核定载客', { unit: '人', max: 500 }),
    ratedLoadKg: integer('核定载质量', { unit: 'kg', max: 200_000 }),
    isDangerous: boolean('运输危险货物').default(false).filter(),
    firstRegisteredOn: day('初次登记日期').required(),
    transportCertNo: text(32, '道路运输证号'),
    techLevel: text(10, '技术等级'),
    terminalNo: text(32, '定位终端号'),
    driverId: ref('employee', '主班驾驶员').head('answers'),
    relayDriverId: ref('employee', '副班驾驶员'),
    ...dates(),
    scrapOn: day('强制报废日期').head('expires'),
    papers: files('证照影像', { purpose: 'evidence', most: 12 }).default([]).help('行驶证、道路运输证、保单等'),
    validTo: day('可营运至').serverSet().sortable().filter('range'),
    missing: text(100, '缺少的证照').serverSet(),
    statusOn: day('状态日期').serverSet(),
    status: oneOf(vehicleStates, '车辆状态')
      .short('状态')
      .default('operating')
      .dictionary('vehicleStatus')
      .serverSet()
      .filter('many'),
    roadworthy: boolean('可营运').computed(),
    blockedBy: text(200, '不可营运原因').computed().head('why'),
  },
  filters: {
    id,
    /** Whether something forbids the use of the vehicle today. */
    blocked: flag as unknown as z.ZodMiniType<boolean>,
  },
  filterLabels: { id: '指定的一辆', blocked: '不得营运' },
  states: {
    field: 'status',
    moves: {
      renew: {
        from: inUse,
        label: '续办',
        ask: { ...dates(), files: files('新证照影像', { purpose: 'evidence', least: 1, most: 9 }).required() },
      },
      stop: {
        from: ['operating', 'repairing'],
        to: 'stopped',
        label: '停运',
        undo: ['operate', 'repair'],
        ask: { statusOn: day('停运日期').required(), reason: prose(200, '停运原因') },
      },
      repair: {
        from: ['operating', 'stopped'],
        to: 'repairing',
        label: '送修',
        undo: ['operate', 'stop'],
        ask: { statusOn: day('送修日期').required(), reason: prose(200, '维修内容') },
      },
      operate: {
        from: ['stopped', 'repairing'],
        to: 'operating',
        label: '恢复营运',
        undo: ['stop', 'repair'],
        ask: { statusOn: day('恢复日期').required() },
      },
      scrap: {
        from: inUse,
        to: 'scrapped',
        label: '报废',
        danger: true,
        ask: { statusOn: day('报废日期').required(), reason: prose(200, '说明') },
      },
      transferOut: {
        from: inUse,
        to: 'transferred',
        label: '转出',
        danger: true,
        ask: { statusOn: day('转出日期').required(), reason: prose(200, '转往何处') },
      },
    },
  },
});
export type Vehicle = Row<typeof vehicle>;
export type VehicleInput = Input<typeof vehicle>;
export type VehicleFilter = Filter<typeof vehicle>;
