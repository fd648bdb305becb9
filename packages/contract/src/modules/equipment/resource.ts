import { id } from '../../domain/fields.ts';
import { code, day, files, oneOf, prose, ref, text } from '../../kit/field.ts';
import { resource } from '../../kit/resource.ts';

/** For each kind of special equipment, its item type in the ledger of expiry dates. */
export const inspectionItems: Readonly<Record<string, string>> = {
  boiler: 'boilerExternal',
  pressureVessel: 'pressureVesselInspection',
  pressurePipe: 'pressurePipeInspection',
  elevator: 'elevatorInspection',
  crane: 'craneInspection',
  inPlantVehicle: 'inPlantVehicleInspection',
};

export const equipment = resource('equipment', {
  label: '设备',
  counter: '台',
  title: 'name',
  subtitle: 'code',
  class: 'enterprise',
  permits: 'bus:equipment',
  importKey: ['enterpriseId', 'code'],
  fields: {
    enterpriseId: ref('enterprise', '所属企业').own().immutable().filter(),
    name: text(60, '设备名称').required().search('pinyin'),
    code: text(32, '设备编号')
      .required()
      .search('prefix', /^[A-Za-z0-9_-]+$/),
    specialKind: code('specialEquipmentKind', '特种设备种类').help('不选为一般设备').filter('many'),
    registrationNo: text(32, '注册代码'),
    useCertNo: text(32, '使用登记证号'),
    place: text(100, '安装位置').required(),
    maker: text(100, '制造单位'),
    usedFrom: day('投用日期'),
    nextInspectionOn: day('下次检验日期').sortable().filter('range').head('expires'),
    operatorId: ref('employee', '作业人员').head('answers'),
    papers: files('检验报告', { purpose: 'evidence', most: 12 }).default([]),
    status: oneOf(['enabled', 'disabled'], '使用状态')
      .short('状态')
      .default('enabled')
      .dictionary('enableStatus')
      .serverSet()
      .filter('many'),
  },
  filters: {
    id,
  },
  states: {
    field: 'status',
    moves: {
      renew: {
        from: ['enabled', 'disabled'],
        label: '登记检验',
        ask: {
          nextInspectionOn: day('下次检验日期').required(),
          files: files('检验报告', { purpose: 'evidence', least: 1, most: 9 }).required(),
          reason: prose(300, '检验结论'),
        },
      },
      stop: {
        from: ['enabled'],
        to: 'disabled',
        label: '停用',
        undo: ['use'],
        ask: { reason: prose(200, '停用原因').required() },
      },
      use: { from: ['disabled'], to: 'enabled', label: '启用', undo: ['stop'] },
    },
  },
});
