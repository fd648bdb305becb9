import { instant, integer, phone } from '../../kit/field.ts';
import { listing } from '../../kit/listing.ts';
import { enterpriseCalls } from './calls.ts';
import { enterpriseFieldSpecs as of } from './fields.ts';
import { enterpriseFilterFields } from './filter.ts';

export const enterpriseListing = listing('enterprise', enterpriseCalls.page, {
  label: '企业',
  counter: '家',
  title: 'name',
  subtitle: 'creditCode',
  order: '-updatedAt',
  search: { name: 'keyword', placeholder: '企业名称、信用代码' },
  filterFields: enterpriseFilterFields,
  fields: {
    name: of.name.sortable(),
    creditCode: of.creditCode,
    color: of.color.short('四色'),
    status: of.status.short('状态'),
    regionCode: of.regionCode.short('区域'),
    industryCode: of.industryCode,
    supervisionKind: of.supervisionKind,
    enterpriseSize: of.enterpriseSize,
    officerId: of.officerId.short('责任人'),
    licenceTo: of.licenceTo,
    standardTo: of.standardTo,
    policyTo: of.policyTo,
    transportLicenceTo: of.transportLicenceTo,
    profileRate: integer('资料齐全率').sortable(),
    updatedAt: instant('更新时间').sortable(),
    labels: of.labels.short('标签'),
    headcount: integer('从业人数').sortable(),
    safetyManagerName: of.safetyManagerName,
    safetyManagerPhone: phone('安全员电话'),
    legalPerson: of.legalPerson,
  },
});
