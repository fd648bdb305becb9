import * as z from 'zod/mini';
import {
  enterpriseColor,
  lifecycleSteps,
  enterpriseSize,
  enterpriseStatus,
  riskLevel,
  standardLevel,
} from './codes.ts';
import { coded, day, fileAddress, filled, id, instant, prose, text } from '../../domain/fields.ts';
import { creditCode, industryCode, mobile, regionCode } from '../../domain/identifiers.ts';
import { townCode } from '../dictionary/region.ts';

const code = z.string().check(z.regex(/^[A-Za-z0-9]{1,32}$/, '请从列表中选择'));
const count = z.int('请填写整数').check(z.gte(0, '不能小于 0'), z.lte(10_000_000, '数值过大'));
const amount = z.number('请填写数字').check(z.gte(0, '不能小于 0'), z.lte(1e12, '数值过大'));
const degree = (max: number) => {
  const outside = `坐标应在 -${max} 到 ${max} 之间`;
  return z.number('请填写数字').check(z.gte(-max, outside), z.lte(max, outside));
};
const fen = z.int('金额有误').check(z.gte(0, '不能小于 0'), z.lte(Number.MAX_SAFE_INTEGER, '金额过大'));
const codes = z.array(code).check(z.maxLength(50));
const fileUrl = fileAddress('请重新上传');

/** A dangerous chemical kept on site. */
export const chemical = z.object({
  /** Name. */
  name: filled(60, '危险化学品名称'),
  /** CAS number. */
  cas: z.nullable(text(20)),
  /** Largest amount kept, tonnes. */
  maxTonnes: z.nullable(amount),
});

/** What must be there before an enterprise exists (the *A fields of domain.md §3). */
const required = {
  /** 企业名称 */
  name: filled(100, '企业名称'),
  /** 统一社会信用代码 */
  creditCode,
  /** 监管行业, code of dictionary supervisionKind */
  supervisionKind: z.string('监管行业不能为空').check(z.regex(/^[A-Za-z0-9]{1,32}$/, '请选择监管行业')),
  /** 行政区划 */
  regionCode,
  /** 注册地址 */
  registeredAddress: filled(200, '注册地址'),
  /** 行业 */
  industryCode,
  /** 法定代表人 */
  legalPerson: filled(30, '法定代表人'),
  /** 安全员 */
  safetyManagerName: filled(30, '安全员'),
  /** 安全员电话 (classified) */
  safetyManagerPhone: mobile,
};

const emptyToNull = <S extends z.ZodMiniType>(inner: S) => z.optional(z.nullable(inner));

/** What may be filled in later; null clears. */
const further = {
  /** 简称 */
  shortName: emptyToNull(text(20, '简称')),
  /** 经济类型, code of dictionary economicType */
  economicType: emptyToNull(code),
  /** 成立日期 */
  establishedOn: emptyToNull(day),
  /** 注册资本, fen */
  registeredCapitalFen: emptyToNull(fen),
  /** 经营范围 */
  businessScope: emptyToNull(prose(2000, '经营范围')),
  /** 营业期限; null = 长期 */
  licenceTo: emptyToNull(day),
  /** 营业执照, own file address */
  licence: emptyToNull(fileUrl),
  /** 上级企业 */
  parentId: emptyToNull(id),
  /** 监管部门 */
  authorityId: emptyToNull(id),
  /** 监管责任人 */
  officerId: emptyToNull(id),
  /** 街道网格: nine or twelve digits of the tenant's own, inside regionCode; its name is written to town. */
  townCode: emptyToNull(townCode),
  /** 乡镇街道 */
  town: emptyToNull(text(30, '乡镇街道')),
  /** 经营地址; 注册地址 when left out on create */
  businessAddress: emptyToNull(text(200, '经营地址')),
  /** 经度, degrees (GCJ-02) */
  lng: emptyToNull(degree(180)),
  /** 纬度, degrees (GCJ-02) */
  lat: emptyToNull(degree(90)),
  /** 行业小类, four digits */
  industryClass: emptyToNull(z.string().check(z.regex(/^\d{4}$/, '行业小类为 4 位数字'))),
  /** 企业规模 */
  enterpriseSize: emptyToNull(coded(enterpriseSize)),
  /** 从业人数 */
  headcount: emptyToNull(count),
  /** 营业收入, 10 000 yuan */
  revenue10k: emptyToNull(amount),
  /** 资产总额, 10 000 yuan */
  assets10k: emptyToNull(amount),
  /** 占地面积, ㎡ */
  areaSqm: emptyToNull(amount),
  /** 法人电话 (classified) */
  legalPhone: emptyToNull(mobile),
  /** 主要负责人 */
  headName: emptyToNull(text(30, '主要负责人')),
  /** 负责人电话 (classified) */
  headPhone: emptyToNull(mobile),
  /** 安全分管负责人 */
  safetyHeadName: emptyToNull(text(30, '安全分管负责人')),
  /** 分管负责人电话 (classified) */
  safetyHeadPhone: emptyToNull(mobile),
  /** 专职安全员人数 */
  fullTimeSafety: emptyToNull(count),
  /** 兼职安全员人数 */
  partTimeSafety: emptyToNull(count),
  /** 24小时电话 */
  emergencyPhone: emptyToNull(z.string().check(z.regex(/^[0-9 ()+-]{0,20}$/, '24小时电话格式不正确'))),
  /** 邮箱 */
  email: emptyToNull(
    z.string().check(z.maxLength(60, '邮箱最多 60 个字'), z.regex(/^[^\s@]+@[^\s@]+$/, '邮箱格式不正确')),
  ),
  /** 安全管理机构 */
  hasSafetyBody: emptyToNull(z.boolean()),
  /** 标准化等级 */
  standardLevel: emptyToNull(coded(standardLevel)),
  /** 标准化证书号 */
  standardNo: emptyToNull(text(40, '标准化证书号')),
  /** 标准化有效期 */
  standardTo: emptyToNull(day),
  /** 安责险公司 */
  insurer: emptyToNull(text(60, '安责险公司')),
  /** 保单号 */
  policyNo: emptyToNull(text(40, '保单号')),
  /** 参保人数 */
  insuredCount: emptyToNull(count),
  /** 每人责任限额, fen */
  coverPerPersonFen: emptyToNull(fen),
  /** 保单到期 */
  policyTo: emptyToNull(day),
  /** 工伤参保人数 */
  injuryInsured: emptyToNull(count),
  /** 危险特征, codes of dictionary hazardFeature; [] = 无 */
  hazardFeatures: emptyToNull(codes),
  /** 高危行业, codes of dictionary highRiskKind */
  highRiskKinds: emptyToNull(codes),
  /** 危险化学品 */
  chemicals: emptyToNull(z.array(chemical).check(z.maxLength(200))),
  /** 有限空间数 */
  confinedSpaces: emptyToNull(count),
  /** 涉尘人数 */
  dustWorkers: emptyToNull(count),
  /** 接害人数 */
  occupationalExposed: emptyToNull(count),
  /** 涉及特殊作业, codes of dictionary workPermitKind */
  permitKinds: emptyToNull(codes),
  /** 经营车型, codes of dictionary carType */
  carTypes: emptyToNull(codes),
  /** 道路运输许可证号 */
  transportLicenceNo: emptyToNull(text(40, '道路运输许可证号')),
  /** 许可证有效期 */
  transportLicenceTo: emptyToNull(day),
  /** 动态监控员人数 */
  dispatchers: emptyToNull(count),
  /** 企业标签, codes of dictionary enterpriseLabel; set and seen by the authority alone */
  labels: emptyToNull(codes),
};

/** What a person may type into an enterprise's file. */
export const enterpriseFields = z.object({ ...required, ...further });
/** What a person may type into an enterprise's file. */
export type EnterpriseFields = z.output<typeof enterpriseFields>;

/** Draft or active, chosen by who enters or imports (decisions 26). */
export const entryStatus = coded({ draft: '0', active: '2' });
/** POST /bus/enterprise. */
export const enterpriseInput = z.object({
  ...required,
  ...further,
  /** '0' draft (default) or '2' active; active needs bus:enterprise:audit. */
  entryStatus: z.optional(entryStatus),
});
/** A new enterprise. */
export type EnterpriseInput = z.output<typeof enterpriseInput>;

/** POST /bus/enterprise/update: absent = unchanged, null clears. */
export const enterprisePatch = z.extend(z.partial(enterpriseFields), {
  /** Which enterprise. */
  id,
  /** The version the person saw; a stale one answers 409 with both rows. */
  version: z.int(),
});
/** Changes to an enterprise. */
export type EnterprisePatch = z.output<typeof enterprisePatch>;

type Nullable<S> = { [K in keyof S]: S[K] extends z.ZodMiniOptional<infer I> ? I : S[K] };
const stored = Object.fromEntries(
  Object.entries(further).map(([name, schema]) => [name, schema.def.innerType]),
) as Nullable<typeof further>;

/** What a person may do with a row. */
export const enterpriseAbility = z.enum(['update', 'remove', 'logo', 'transfer', 'merge', ...lifecycleSteps]);
/** What a person may do with a row. */
export type EnterpriseAbility = z.output<typeof enterpriseAbility>;

/** An enterprise as the server answers it. */
export const enterprise = z.object({
  /** Id. */
  id,
  /** Grows with every change. */
  version: z.int(),
  /** What the caller may do with this row. */
  abilities: z.array(enterpriseAbility),
  name: z.string(),
  creditCode: z.string(),
  supervisionKind: z.string(),
  regionCode: z.string(),
  registeredAddress: z.string(),
  industryCode: z.string(),
  legalPerson: z.string(),
  safetyManagerName: z.string(),
  /** 安全员电话, masked for regulators. */
  safetyManagerPhone: z.string(),
  ...stored,
  /** 系统简称 */
  aliasName: z.nullable(z.string()),
  /** 企业编号 */
  enterpriseCode: z.string(),
  /** Names from the province down. */
  regionName: z.nullable(z.string()),
  /** Name of the division. */
  industryName: z.nullable(z.string()),
  /** Name of the officer. */
  officerName: z.nullable(z.string()),
  /** 企业状态 */
  status: coded(enterpriseStatus),
  /** 来源: apply, import, regulator, seed */
  source: z.string(),
  /** 入驻时间 */
  joinedAt: z.nullable(instant),
  /** 启用时间 */
  activatedAt: z.nullable(instant),
  /** 审核意见 */
  reviewNote: z.nullable(z.string()),
  /** The enterprise that this closed one was merged into. */
  mergedInto: z.nullable(id),
  /** 套餐 */
  planCode: z.nullable(z.string()),
  /** 会员到期 */
  membershipTo: z.nullable(z.string()),
  /** 资料齐全率, % */
  profileRate: z.int(),
  /** 档案完整率, % */
  dossierRate: z.nullable(z.int()),
  /** 安全分; null = 数据不足 */
  healthScore: z.nullable(z.int()),
  /** 企业四色 */
  color: coded(enterpriseColor),
  /** 定色原因 */
  colorReasons: z.array(z.string()),
  /** 固有风险 */
  inherentColor: z.nullable(coded(riskLevel)),
  /** 系统标志, own file address */
  logoUrl: z.nullable(z.string()),
  /** 创建时间 */
  createdAt: instant,
  /** 更新时间 */
  updatedAt: instant,
});
/** An enterprise as a person sees it. */
export type Enterprise = z.output<typeof enterprise>;

/** Columns a list of enterprises can be ordered by. */
export const enterpriseSortable = [
  'name',
  'headcount',
  'activatedAt',
  'membershipTo',
  'profileRate',
  'dossierRate',
  'healthScore',
  'updatedAt',
] as const;
/** A column a list of enterprises can be ordered by. */
export type EnterpriseSort = (typeof enterpriseSortable)[number];

/** The four dates an enterprise's file can run out on; a membership is a matter of payment, not of safety. */
export const expiryItems = {
  licenceTo: '营业期限',
  standardTo: '标准化有效期',
  policyTo: '保单到期',
  transportLicenceTo: '许可证有效期',
} as const;
/** A date an enterprise's file can run out on. */
export type ExpiryItem = keyof typeof expiryItems;
/** Whether a name is one of these dates. */
export const isExpiryItem = (name: string): name is ExpiryItem => Object.hasOwn(expiryItems, name);
/** What of a file says when it runs out. */
export type ExpiryDates = Readonly<Record<ExpiryItem, string | null>> & { readonly supervisionKind: unknown };

/** The dates of a file that are known, soonest first; what transport alone has counts only there, as in the form. */
export const expiryDates = (file: ExpiryDates): { item: ExpiryItem; on: string }[] =>
  Object.keys(expiryItems)
    .flatMap((item) => {
      if (!isExpiryItem(item)) return [];
      const on = item === 'transportLicenceTo' && file.supervisionKind !== 'transport' ? null : file[item];
      return on === null ? [] : [{ item, on }];
    })
    .sort((one, other) => one.on.localeCompare(other.on));

/** An enterprise with what runs out. */
export const expiringEnterprise = z.extend(enterprise, {
  /** What runs out, soonest first. */
  expiring: z.array(
    z.object({
      /** Which date. */
      item: z.enum(Object.keys(expiryItems) as [ExpiryItem, ...ExpiryItem[]]),
      /** The day. */
      on: z.string(),
      /** Days left; negative when gone. */
      leftDays: z.int(),
    }),
  ),
});

/** Headings and meaning of the import's columns, in the order of the template. */
export const importColumns = [
  ['name', '企业名称'],
  ['creditCode', '统一社会信用代码'],
  ['regionCode', '行政区划'],
  ['town', '乡镇街道'],
  ['registeredAddress', '注册地址'],
  ['businessAddress', '经营地址'],
  ['industryCode', '行业'],
  ['supervisionKind', '监管行业'],
  ['enterpriseSize', '企业规模'],
  ['economicType', '经济类型'],
  ['headcount', '从业人数'],
  ['legalPerson', '法定代表人'],
  ['headName', '主要负责人'],
  ['headPhone', '负责人电话'],
  ['safetyManagerName', '安全员'],
  ['safetyManagerPhone', '安全员电话'],
  ['establishedOn', '成立日期'],
  ['standardLevel', '标准化等级'],
  ['hazardFeatures', '危险特征'],
  ['carTypes', '车型'],
  ['remark', '备注'],
] as const;
/** A column of the import. */
export type ImportColumn = (typeof importColumns)[number][0];

/** POST /bus/enterprise/import/confirm. */
export const importConfirm = z.object({
  /** The dry run's job. */
  jobId: id,
  /** all: everything or nothing; rows: the good rows. */
  mode: z.enum(['all', 'rows']),
  /** What to do with a credit code that is already there. */
  onDuplicate: z.enum(['update', 'skip', 'stop']),
  /** '0' draft (default) or '2' active. */
  entryStatus: z.optional(entryStatus),
});
/** How an import is carried out. */
export type ImportConfirm = z.output<typeof importConfirm>;
