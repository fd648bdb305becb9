// The fields of an enterprise. Input, form, record page, export, audit texts and completeness are derived from them.
import * as z from 'zod/mini';
import { fileAddress, requiredText, text as plainText } from '../../domain/fields.ts';
import {
  boolean,
  code,
  codes,
  creditCode,
  day,
  decimal,
  degrees,
  field,
  industry,
  instant,
  integer,
  json,
  money,
  oneOf,
  person,
  phone,
  prose,
  ref,
  region,
  text,
} from '../../kit/field.ts';
import { townCode } from '../dictionary/region.ts';
import { enterpriseColor, enterpriseSize, enterpriseStatus, riskLevel, standardLevel } from './codes.ts';

const count = (label: string, unit = '人') => integer(label, { unit, max: 10_000_000 });
const shaped = (label: string, max: number, shape: z.ZodMiniType<string>) =>
  field<string>({ kind: 'text', label, max }, shape);
/** The address of one uploaded file. The form and the record page draw it. */
const file = (label: string) => json(label, fileAddress('请重新上传'));
const share = (label: string, unit = '%') => integer(label, { unit, max: 100 }).serverSet();

export const chemical = z.object({
  name: requiredText(60, '危险化学品名称'),
  cas: z.nullable(plainText(20)),
  /** Maximum amount that is stored, in tonnes. */
  maxTonnes: z.nullable(z.number('请填写数字').check(z.gte(0, '不能小于 0'), z.lte(1e12, '数值过大'))),
});
const chemicalColumns = {
  name: text(60, '名称').required(),
  cas: text(20, 'CAS 号'),
  maxTonnes: decimal('最大存量', { unit: '吨', digits: 6 }),
};

export const enterpriseFieldSpecs = {
  name: text(100, '企业名称').section('基本').required(),
  shortName: text(20, '简称'),
  /** Changed by the call of the system settings. */
  aliasName: text(6, '系统简称').serverSet(),
  creditCode: creditCode('统一社会信用代码').required(),
  enterpriseCode: text(32, '企业编号').serverSet(),
  economicType: code('economicType', '经济类型'),
  establishedOn: day('成立日期'),
  registeredCapitalFen: money('注册资本'),
  /** Last day of the business term; null means no end (长期). */
  licenceTo: day('营业期限').example('空为长期'),
  parentId: ref('enterprise', '上级企业'),
  supervisionKind: code('supervisionKind', '监管行业').required(),
  authorityId: ref('organisation', '监管部门'),
  officerId: person('监管责任人'),
  businessScope: prose(2000, '经营范围'),
  licence: file('营业执照'),

  regionCode: region('行政区划').section('位置').required(),
  /** Nine or twelve digits inside regionCode, defined by the tenant. The server writes its name to `town`. */
  townCode: field<string>({ kind: 'region', label: '街道网格' }, townCode),
  town: text(30, '乡镇街道'),
  registeredAddress: text(200, '注册地址').required(),
  /** By default the registered address. */
  businessAddress: text(200, '经营地址'),
  lng: degrees(180, '经度'),
  lat: degrees(90, '纬度'),

  industryCode: industry('行业').section('行业规模').required(),
  industryClass: shaped('行业小类', 4, z.string().check(z.regex(/^\d{4}$/, '行业小类为 4 位数字'))),
  enterpriseSize: oneOf(enterpriseSize, '企业规模').dictionary('enterpriseSize'),
  headcount: count('从业人数'),
  revenue10k: decimal('营业收入', { unit: '万元' }),
  assets10k: decimal('资产总额', { unit: '万元' }),
  areaSqm: decimal('占地面积', { unit: '㎡' }),

  legalPerson: text(30, '法定代表人').section('人员').required(),
  legalPhone: phone('法人电话').encrypted(),
  headName: text(30, '主要负责人'),
  headPhone: phone('负责人电话').encrypted(),
  safetyHeadName: text(30, '安全分管负责人'),
  safetyHeadPhone: phone('分管负责人电话').encrypted(),
  safetyManagerName: text(30, '安全员').required(),
  safetyManagerPhone: phone('安全员电话').required().encrypted(),
  fullTimeSafety: count('专职安全员人数'),
  partTimeSafety: count('兼职安全员人数'),
  emergencyPhone: shaped('24小时电话', 20, z.string().check(z.regex(/^[0-9 ()+-]{0,20}$/, '24小时电话格式不正确'))),
  email: shaped(
    '邮箱',
    60,
    z.string().check(z.maxLength(60, '邮箱最多 60 个字'), z.regex(/^[^\s@]+@[^\s@]+$/, '邮箱格式不正确')),
  ),

  hasSafetyBody: boolean('安全管理机构').section('安全').words({ true: '已设置', false: '未设置' }),
  standardLevel: oneOf(standardLevel, '标准化等级').dictionary('standardLevel'),
  standardNo: text(40, '标准化证书号'),
  standardTo: day('标准化有效期'),
  insurer: text(60, '安责险公司'),
  policyNo: text(40, '保单号'),
  insuredCount: count('参保人数'),
  coverPerPersonFen: money('每人责任限额'),
  policyTo: day('保单到期'),
  injuryInsured: count('工伤参保人数'),

  /** An empty list means none (无). */
  hazardFeatures: codes('hazardFeature', '危险特征').section('危险'),
  highRiskKinds: codes('highRiskKind', '高危行业'),
  chemicals: field<z.output<typeof chemical>[]>(
    {
      kind: 'list',
      label: '危险化学品',
      list: {
        item: '危险化学品',
        of: chemicalColumns,
        least: 0,
        most: 200,
        begin: { name: '', cas: null, maxTonnes: null },
      },
    },
    z.array(chemical).check(z.maxLength(200)),
  ),
  confinedSpaces: count('有限空间数', ''),
  dustWorkers: count('涉尘人数'),
  occupationalExposed: count('接害人数'),
  permitKinds: codes('workPermitKind', '涉及特殊作业'),

  carTypes: codes('carType', '经营车型').section('运输').when('supervisionKind', ['transport']),
  transportLicenceNo: text(40, '道路运输许可证号').when('supervisionKind', ['transport']),
  transportLicenceTo: day('许可证有效期').when('supervisionKind', ['transport']),
  dispatchers: count('动态监控员人数').when('supervisionKind', ['transport']),

  /** Only the authority sets and sees them. */
  labels: codes('enterpriseLabel', '企业标签').section('系统'),
  status: oneOf(enterpriseStatus, '企业状态').dictionary('enterpriseStatus').serverSet(),
  source: text(10, '来源')
    .words({ apply: '企业申请', import: '表格导入', regulator: '监管录入', seed: '初始数据' })
    .serverSet(),
  joinedAt: instant('入驻时间').serverSet(),
  activatedAt: instant('启用时间').serverSet(),
  reviewNote: text(300, '审核意见').serverSet(),
  planCode: text(32, '套餐').serverSet(),
  membershipTo: day('会员到期').serverSet(),
  profileRate: share('资料齐全率'),
  dossierRate: share('档案完整率'),
  healthScore: decimal('安全分', { unit: '分', digits: 1, max: 100 }).serverSet(),
  color: oneOf(enterpriseColor, '企业四色').dictionary('enterpriseColor').serverSet(),
  colorReasons: json('定色原因', z.array(z.string())).serverSet(),
  inherentColor: oneOf(riskLevel, '固有风险').dictionary('riskLevel').serverSet(),
  /** Changed by the call of the system settings. */
  logoUrl: file('系统标志').serverSet(),
  updatedAt: instant('更新时间').serverSet(),
};
/** State of a new enterprise, with its wire value. The person who creates it chooses it. */
export const entryStates = { draft: '0', active: '2' } as const;
export const entryStatusField = oneOf(entryStates, '保存为')
  .words({ draft: '草稿，核对后再启用', active: '正常，立即启用' })
  .default('draft')
  .inputOnly()
  .immutable()
  .section('保存为');
export type EnterpriseFieldName = keyof typeof enterpriseFieldSpecs;
