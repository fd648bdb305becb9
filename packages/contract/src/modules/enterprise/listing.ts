import {
  code,
  codes,
  creditCode,
  day,
  industry,
  instant,
  integer,
  oneOf,
  person,
  phone,
  region,
  text,
} from '../../kit/field.ts';
import { listing } from '../../kit/listing.ts';
import { enterpriseCalls } from './calls.ts';
import { enterpriseColor, enterpriseSize, enterpriseStatus } from './codes.ts';

export const enterpriseListing = listing('enterprise', enterpriseCalls.page, {
  label: '企业',
  counter: '家',
  title: 'name',
  subtitle: 'creditCode',
  order: '-updatedAt',
  search: { name: 'keyword', placeholder: '企业名称、信用代码' },
  fields: {
    name: text(100, '企业名称').sortable(),
    creditCode: creditCode('统一社会信用代码'),
    color: oneOf(enterpriseColor, '四色').dictionary('enterpriseColor').filter('many'),
    status: oneOf(enterpriseStatus, '状态').dictionary('enterpriseStatus').filter('many'),
    regionCode: region('区域'),
    industryCode: industry('行业').filter('many'),
    supervisionKind: code('supervisionKind', '监管行业').filter('many'),
    enterpriseSize: oneOf(enterpriseSize, '企业规模').dictionary('enterpriseSize').filter('many'),
    officerId: person('责任人'),
    licenceTo: day('营业期限'),
    standardTo: day('标准化有效期'),
    policyTo: day('保单到期'),
    transportLicenceTo: day('许可证有效期'),
    profileRate: integer('资料齐全率').sortable(),
    updatedAt: instant('更新时间').sortable(),
    labels: codes('enterpriseLabel', '标签'),
    headcount: integer('从业人数').sortable(),
    safetyManagerName: text(30, '安全员'),
    safetyManagerPhone: phone('安全员电话'),
    legalPerson: text(30, '法定代表人'),
  },
});
