import {
  expiryDates,
  expiryItems,
  enterpriseFields,
  type Enterprise,
  type EnterpriseFields,
  type ExpiryDates,
  type ExpiryItem,
} from '@anlan/contract/modules/enterprise/enterprise';
import {
  enterpriseFieldRows,
  type EnterpriseField,
  type EnterpriseFieldName,
  type EnterpriseSection,
} from '@anlan/contract/modules/enterprise/fields';
import { isTakenUp, type EnterpriseStatus } from '@anlan/contract/modules/enterprise/codes';
import type { HistoryEntry } from '@anlan/contract/modules/audit/audit';
import { dayOf, daysBetween } from '@anlan/contract/domain/instant';
import { isMaskedPhone } from '@anlan/contract/domain/phone';
import { missingFields } from '@anlan/contract/modules/enterprise/profile-rate';
import { limits } from '@anlan/contract/limits';

/** Every field of an enterprise, by name. */
export const fieldsByName: ReadonlyMap<string, EnterpriseField> = new Map(
  enterpriseFieldRows.map((field) => [field.name, field]),
);
/** Name of a field that the form sends. */
export type FormField = keyof EnterpriseFields;
/** Whether the form sends a field of this name. */
export const isFormField = (name: string): name is FormField => Object.hasOwn(enterpriseFields.shape, name);
/** What the form holds: raw input, in the words of the domain. */
export type FormValues = Partial<Record<FormField, unknown>>;

/** Address of an enterprise's file; a tab of its own. */
export const dossierPath = (id: string) => `/bus/enterprise/dossier?id=${id}`;
/** Address of the files that may be about one enterprise. */
export const duplicatesPath = '/bus/enterprise/duplicates';
/** What is wrong with a name for the system, in the specified words; null when nothing is (VA-05). */
export const aliasProblem = (name: string | null): string | null =>
  [...(name ?? '').trim()].length > limits.aliasNameMax ? '请输入系统简称最多6个字' : null;
/** Address of the list. */
export const listPath = '/bus/enterprise/index';

/** The fields of a section that the form sends. */
export const formFields = (section: EnterpriseSection): (EnterpriseField & { name: FormField })[] =>
  enterpriseFieldRows.flatMap((field: EnterpriseField) =>
    field.section === section && isFormField(field.name) ? [{ ...field, name: field.name }] : [],
  );

/** Whether a section says anything about this enterprise: 运输 only where the trade is transport. */
export const sectionApplies = (section: EnterpriseSection, values: { supervisionKind?: unknown }): boolean =>
  section !== 'transport' || values.supervisionKind === 'transport';

/** A date that runs out, and how soon. */
export interface Expiry {
  item: ExpiryItem;
  label: string;
  on: string;
  leftDays: number;
  tone: 'gone' | 'soon' | 'fine';
}

/** The calendar day that it is in Shanghai. */
export const today = (): string => dayOf(new Date());

/** The dates that are known, soonest first; gone ones stand at the top. */
export const expiries = (row: ExpiryDates, day: string): Expiry[] =>
  expiryDates(row).map(({ item, on }) => {
    const leftDays = daysBetween(day, on);
    const tone: Expiry['tone'] = leftDays < 0 ? 'gone' : leftDays <= 30 ? 'soon' : 'fine';
    return { item, label: expiryItems[item], on, leftDays, tone };
  });

/** The next of these dates; null where none is known. */
export const nextExpiry = (row: ExpiryDates, day: string): Expiry | null => expiries(row, day)[0] ?? null;

// What is chosen is quicker than what is typed, and what is typed quicker than what is scanned.
const effort: Record<EnterpriseField['type'], number> = {
  boolean: 1,
  dictionary: 1,
  region: 1,
  industry: 1,
  reference: 3,
  town: 1,
  day: 2,
  integer: 2,
  decimal: 2,
  money: 2,
  text: 3,
  phone: 3,
  creditCode: 3,
  prose: 4,
  instant: 4,
  json: 5,
  file: 5,
};

/** The three missing fields that complete the file most for the least work; required ones count double. */
export function cheapestMissing(
  file: Partial<Record<EnterpriseFieldName, unknown>>,
): (EnterpriseField & { name: FormField })[] {
  return missingFields(file)
    .flatMap((name) => {
      const field = fieldsByName.get(name);
      // An empty 营业期限 is an answer: 长期.
      return field && isFormField(name) && name !== 'licenceTo' ? [{ ...field, name }] : [];
    })
    .sort((one, other) => cost(one) - cost(other))
    .slice(0, 3);
}

const cost = (field: EnterpriseField) => (field.required === 'no' ? 10 : 0) + effort[field.type];

/** Where a field is wrong by the contract's own schema, and why; lines of a list are told each by itself. */
export function fieldProblems(name: FormField, value: unknown): { field: string; msg: string }[] {
  const result = enterpriseFields.shape[name].safeParse(cleared(value) ?? requiredEmpty(name));
  if (result.success) return [];
  const { issues } = result.error;
  if (fieldsByName.get(name)?.type === 'json')
    return issues.map(({ path, message }) => ({ field: [name, ...path].join('.'), msg: message }));
  return [{ field: name, msg: issues[0]?.message ?? '填写有误' }];
}

/** What is wrong with one field, in a word; null when nothing is. */
export const fieldProblem = (name: FormField, value: unknown): string | null =>
  fieldProblems(name, value)[0]?.msg ?? null;

const requiredEmpty = (name: FormField) => (fieldsByName.get(name)?.required === 'apply' ? '' : null);

/** Nothing, however a control says it, is null. */
const cleared = (value: unknown): unknown => (value === undefined || value === '' ? null : value);

/** A row's field by its name. */
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
/** What an act of the history is called; a call is `room.verb`. */
export const actName = (call: string): string => acts[call.split('.').at(-1) ?? ''] ?? '变更';

// Whoever applies has no account yet; all else that nobody signed in for the system did.
const applicants = new Set(['enterprise.apply', 'enterprise.applyAgain', 'enterprise.submit', 'enterprise.withdraw']);
/** Who did something without an account. */
export const nobodyName = (call: string): string => (applicants.has(call) ? '申请人' : '系统');

/** The form of a row: what it may send, as it stands. */
export function formOf(row: Enterprise): FormValues {
  return Object.fromEntries(Object.keys(enterpriseFields.shape).map((name) => [name, valueOf(row, name)]));
}

/** The values that differ from the row that was opened. */
export function changesOf(before: FormValues, now: FormValues): FormValues {
  const changed: FormValues = {};
  for (const [name, value] of Object.entries(now))
    if (isFormField(name) && !same(before[name], value)) changed[name] = cleared(value);
  return changed;
}

/** What is filled in at all, for a new enterprise. */
export function filledOf(values: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => cleared(value) !== null));
}

/** What stood in the fields of a draft when it was begun; undefined where that is not known of all of them. */
export const beforeOf = (draft: FormValues, opened: FormValues): FormValues | undefined =>
  Object.keys(draft).every((name) => Object.hasOwn(opened, name))
    ? Object.fromEntries(Object.entries(opened).filter(([name]) => Object.hasOwn(draft, name)))
    : undefined;

/** Whether two values say the same. */
const same = (one: unknown, other: unknown): boolean => JSON.stringify(cleared(one)) === JSON.stringify(cleared(other));

/** What a draft keeps in the browser: everything but classified fields. */
export function draftOf(values: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => fieldsByName.get(name)?.classified !== true));
}

/**
 * Whether the form leaves the region alone: past its first review a transfer takes a file elsewhere, and its own staff
 * wait with it for the review.
 */
export const isRegionKept = (status: EnterpriseStatus, isOwn: boolean): boolean =>
  isTakenUp(status) || (isOwn && status === 'underReview');

/** A field that others changed too, to something else. */
export interface Clash {
  field: EnterpriseField;
  mine: unknown;
  theirs: unknown;
}

/** What becomes of my changes over the row as it is now: what others changed otherwise is to be decided, the rest stays mine. */
export function partings(
  mine: FormValues,
  /** What I began on; of a field that it does not name nobody knows whether others have changed it. */
  opened: FormValues,
  current: FormValues,
): { found: Clash[]; kept: EnterpriseField[] } {
  const found: Clash[] = [];
  const kept: EnterpriseField[] = [];
  for (const [name, value] of Object.entries(mine)) {
    const field = fieldsByName.get(name);
    if (!field || !isFormField(name) || same(value, current[name])) continue;
    if (Object.hasOwn(opened, name) && same(opened[name], current[name])) kept.push(field);
    else found.push({ field, mine: value, theirs: current[name] });
  }
  return { found, kept };
}

/** My changes of which the row does not show whether others made them too: a number with another middle has the same mask. */
export const untold = (mine: FormValues, opened: FormValues, current: FormValues): FormField[] =>
  Object.keys(mine)
    .filter(isFormField)
    .filter((name) => {
      const now = current[name];
      return typeof now === 'string' && isMaskedPhone(now) && same(opened[name], now);
    });

/** The same beginning without these fields, as far as the history names them since; without a history, without all of them. */
export function knownBeginning(
  opened: FormValues,
  names: readonly FormField[],
  history: readonly Pick<HistoryEntry, 'at' | 'changes'>[] | null,
  since: Date,
): FormValues {
  const touched = new Set(
    history?.filter(({ at }) => at >= since).flatMap(({ changes }) => changes.map(({ field }) => field)) ?? names,
  );
  return Object.fromEntries(
    Object.entries(opened).filter(([name]) => !(names.some((one) => one === name) && touched.has(name))),
  );
}

/** A field that somebody else changed and I did not. */
export interface OthersChange {
  field: EnterpriseField;
  before: unknown;
  now: unknown;
}

/** What others changed since the row was opened, its state among it, but for the fields that I changed too. */
export const othersChanges = (opened: Enterprise, now: Enterprise, mine: FormValues): OthersChange[] =>
  enterpriseFieldRows.flatMap((field: EnterpriseField) => {
    if (field.name !== 'status' && (!isFormField(field.name) || Object.hasOwn(mine, field.name))) return [];
    const before = valueOf(opened, field.name);
    const after = valueOf(now, field.name);
    return same(before, after) ? [] : [{ field, before, now: after }];
  });
