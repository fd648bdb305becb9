import {
  expiryDates,
  expiryItems,
  enterpriseFields,
  type Enterprise,
  type EnterpriseFields,
  type ExpiryDates,
  type ExpiryItem,
} from '@anlan/contract/modules/enterprise/enterprise';
import type { Field, FieldKind, FieldSpec } from '@anlan/contract/kit/field';
import { enterpriseFieldSpecs, type EnterpriseFieldName } from '@anlan/contract/modules/enterprise/fields';
import { dayOf, daysBetween } from '@anlan/contract/domain/instant';
import { isRequiredForProfile, missingFields } from '@anlan/contract/modules/enterprise/profile-rate';
import { limits } from '@anlan/contract/limits';

export interface EnterpriseField extends FieldSpec {
  name: EnterpriseFieldName;
  /** Title of the section to which the field belongs. */
  section: string;
}
const isName = (name: string): name is EnterpriseFieldName => Object.hasOwn(enterpriseFieldSpecs, name);
function withSections(): EnterpriseField[] {
  let section = '';
  return Object.entries<Field>(enterpriseFieldSpecs).flatMap(([name, { spec }]) => {
    section = spec.section ?? section;
    return isName(name) ? [{ ...spec, name, section }] : [];
  });
}
export const enterpriseFieldRows: readonly EnterpriseField[] = withSections();
export const enterpriseSections: readonly string[] = [...new Set(enterpriseFieldRows.map((field) => field.section))];
export const fieldsByName: ReadonlyMap<string, EnterpriseField> = new Map(
  enterpriseFieldRows.map((field) => [field.name, field]),
);
export type FormField = keyof EnterpriseFields;
export const isFormField = (name: string): name is FormField => Object.hasOwn(enterpriseFields.shape, name);
export const dossierPath = (id: string) => `/bus/enterprise/dossier?id=${id}`;
export const duplicatesPath = '/bus/enterprise/duplicates';
/** Error text for an invalid system name, in the words of the specification; null if valid (VA-05). */
export const aliasProblem = (name: string | null): string | null =>
  [...(name ?? '').trim()].length > limits.aliasNameMax ? '请输入系统简称最多6个字' : null;
export const listPath = '/bus/enterprise/index';

/** Whether a section applies to this enterprise, for example 运输 only for transport. */
export const sectionApplies = (section: string, values: { supervisionKind?: unknown }): boolean =>
  section !== '运输' || values.supervisionKind === 'transport';

export interface Expiry {
  item: ExpiryItem;
  label: string;
  on: string;
  leftDays: number;
  tone: 'gone' | 'soon' | 'fine';
}

/** Current calendar day in Shanghai. */
export const today = (): string => dayOf(new Date());

/** Expiry dates of an enterprise, earliest first. */
export const expiries = (row: ExpiryDates, day: string): Expiry[] =>
  expiryDates(row).map(({ item, on }) => {
    const leftDays = daysBetween(day, on);
    const tone: Expiry['tone'] = leftDays < 0 ? 'gone' : leftDays <= 30 ? 'soon' : 'fine';
    return { item, label: expiryItems[item], on, leftDays, tone };
  });

export const nextExpiry = (row: ExpiryDates, day: string): Expiry | null => expiries(row, day)[0] ?? null;

// Relative effort per field type: selecting is fastest, then typing, then scanning.
const effort: Partial<Record<FieldKind, number>> = {
  boolean: 1,
  code: 1,
  codes: 1,
  oneOf: 1,
  region: 1,
  industry: 1,
  day: 2,
  integer: 2,
  decimal: 2,
  money: 2,
  prose: 4,
  list: 5,
  json: 5,
};

/** The three empty fields that increase completeness most for the least effort. Required fields count double. */
export function cheapestMissing(
  file: Partial<Record<EnterpriseFieldName, unknown>>,
): (EnterpriseField & { name: FormField })[] {
  return missingFields(file)
    .flatMap((name) => {
      const field = fieldsByName.get(name);
      // An empty 营业期限 (licence end date) means 长期 (unlimited), so it is not missing.
      return field && isFormField(name) && name !== 'licenceTo' ? [{ ...field, name }] : [];
    })
    .sort((one, other) => cost(one) - cost(other))
    .slice(0, 3);
}

const cost = ({ name, kind }: EnterpriseField) => (isRequiredForProfile(name) ? 0 : 10) + (effort[kind] ?? 3);

export const valueOf = (row: Enterprise, name: string): unknown => Reflect.get(row, name) ?? null;

const acts: Readonly<Record<string, string>> = {
  create: '新增',
  update: '修改',
  activate: '启用',
  remove: '删除',
  restore: '撤销删除',
  import: '导入',
  importConfirm: '导入',
  updateLogo: '更新系统标志',
  submit: '提交审核',
  withdraw: '撤回申请',
  approve: '审核通过',
  reject: '审核驳回',
  suspend: '停产停业',
  resume: '复工复产',
  close: '注销',
  merge: '合并注销',
  absorb: '合并重复企业',
  transfer: '区划迁移',
  townRenamed: '街道网格更名',
  townRemoved: '街道网格删除',
  apply: '申请入驻',
  applyAgain: '修改申请',
  addLabels: '添加标签',
  removeLabels: '移除标签',
  assignOfficer: '指派责任人',
};
export const actName = (call: string): string => acts[call.split('.').at(-1) ?? ''] ?? '变更';

// Calls made by applicants, who have no account. Any other call without an account comes from the system.
const applicants = new Set(['enterprise.apply', 'enterprise.applyAgain', 'enterprise.submit', 'enterprise.withdraw']);
export const nobodyName = (call: string): string => (applicants.has(call) ? '申请人' : '系统');

/**
 * Whether the form cannot change the region. After activation only a transfer can. During the review own staff cannot.
 */
export const isRegionKept = (status: unknown, isOwn: boolean): boolean =>
  status === 'active' || status === 'suspended' || (isOwn && status === 'underReview');
