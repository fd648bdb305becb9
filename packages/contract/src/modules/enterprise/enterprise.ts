import * as z from 'zod/mini';
import { enterpriseColor, enterpriseStatus, lifecycleSteps, riskLevel } from './codes.ts';
import { enterpriseFieldSpecs, entryStates } from './fields.ts';
import { codeMapping, id, instant } from '../../domain/fields.ts';
import type { Field } from '../../kit/field.ts';
import { inputShapeOf } from '../../kit/resource.ts';

export const enterpriseFields = z.object(inputShapeOf(enterpriseFieldSpecs));
export type EnterpriseFields = z.output<typeof enterpriseFields>;

/** State of a new enterprise: draft or active. The person who creates or imports the enterprise chooses it. */
export const entryStatus = codeMapping(entryStates);
export const enterpriseInput = z.extend(enterpriseFields, {
  /** State of the new enterprise: '0' draft (default) or '2' active. Active needs the permit bus:enterprise:audit. */
  entryStatus: z.optional(entryStatus),
});
export type EnterpriseInput = z.output<typeof enterpriseInput>;

/** Input of a change. Absent fields stay unchanged; null clears a field. */
export const enterprisePatch = z.extend(z.partial(enterpriseFields), {
  id,
  /** Version that the caller loaded. A stale version is refused with 409 and both rows. */
  version: z.int(),
});
export type EnterprisePatch = z.output<typeof enterprisePatch>;

export const enterpriseAbility = z.enum(['update', 'remove', 'logo', 'transfer', 'merge', ...lifecycleSteps]);
export type EnterpriseAbility = z.output<typeof enterpriseAbility>;

type Stored<S> = { [K in keyof S]: S[K] extends z.ZodMiniOptional<infer I> ? I : S[K] };
// The types are inferred from the same fields, but TypeScript cannot infer them from `fromEntries`.
const specs: Readonly<Record<string, Field>> = enterpriseFieldSpecs;
const storedFields = Object.fromEntries(
  Object.keys(enterpriseFields.shape).flatMap((name) => {
    const field = specs[name];
    return field ? [[name, field.spec.required ? field.schemas.output : z.nullable(field.schemas.input)]] : [];
  }),
) as unknown as Stored<typeof enterpriseFields.shape>;

export const enterprise = z.object({
  id,
  version: z.int(),
  abilities: z.array(enterpriseAbility),
  ...storedFields,
  aliasName: z.nullable(z.string()),
  enterpriseCode: z.string(),
  /** Names of the division and its parents, from the province down. */
  regionName: z.nullable(z.string()),
  industryName: z.nullable(z.string()),
  officerName: z.nullable(z.string()),
  status: codeMapping(enterpriseStatus),
  /** Source (来源) of the enterprise: apply, import, regulator or seed. */
  source: z.string(),
  joinedAt: z.nullable(instant),
  activatedAt: z.nullable(instant),
  reviewNote: z.nullable(z.string()),
  /** Id of the enterprise into which this closed enterprise was merged. */
  mergedInto: z.nullable(id),
  planCode: z.nullable(z.string()),
  membershipTo: z.nullable(z.string()),
  /** Completeness of the file (资料齐全率) in percent. */
  profileRate: z.int(),
  /** Completeness of the archive (档案完整率) in percent. */
  dossierRate: z.nullable(z.int()),
  /** Safety score (安全分) with one decimal; null if there is not enough data (数据不足). */
  healthScore: z.nullable(z.number()),
  color: codeMapping(enterpriseColor),
  colorReasons: z.array(z.string()),
  inherentColor: z.nullable(codeMapping(riskLevel)),
  logoUrl: z.nullable(z.string()),
  createdAt: instant,
  updatedAt: instant,
});
export type Enterprise = z.output<typeof enterprise>;

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
export type EnterpriseSort = (typeof enterpriseSortable)[number];

/** Expiry dates of four safety documents. The membership date is left out because it only concerns payment. */
export const expiryItems = {
  licenceTo: '营业期限',
  standardTo: '标准化有效期',
  policyTo: '保单到期',
  transportLicenceTo: '许可证有效期',
} as const;
export type ExpiryItem = keyof typeof expiryItems;
export const isExpiryItem = (name: string): name is ExpiryItem => Object.hasOwn(expiryItems, name);
export type ExpiryDates = Readonly<Record<ExpiryItem, string | null>> & { readonly supervisionKind: unknown };

/**
 * Returns the expiry dates that are set, earliest first. Transport dates count only for transport enterprises, as in
 * the form.
 */
export const expiryDates = (file: ExpiryDates): { item: ExpiryItem; on: string }[] =>
  Object.keys(expiryItems)
    .flatMap((item) => {
      if (!isExpiryItem(item)) return [];
      const on = item === 'transportLicenceTo' && file.supervisionKind !== 'transport' ? null : file[item];
      return on === null ? [] : [{ item, on }];
    })
    .sort((one, other) => one.on.localeCompare(other.on));

export const expiringEnterprise = z.extend(enterprise, {
  expiring: z.array(
    z.object({
      item: z.enum(Object.keys(expiryItems) as [ExpiryItem, ...ExpiryItem[]]),
      on: z.string(),
      /** Days until the date; negative if it has passed. */
      leftDays: z.int(),
    }),
  ),
});

/** Columns of the import file with their headings, in the order of the template. */
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
export type ImportColumn = (typeof importColumns)[number][0];

export const importConfirm = z.object({
  jobId: id,
  /** `all`: imports all rows, or none if one is invalid. `rows`: imports the valid rows. */
  mode: z.enum(['all', 'rows']),
  /** What happens to a row whose credit code already exists. */
  onDuplicate: z.enum(['update', 'skip', 'stop']),
  /** State of the imported enterprises: '0' draft (default) or '2' active. */
  entryStatus: z.optional(entryStatus),
});
export type ImportConfirm = z.output<typeof importConfirm>;
