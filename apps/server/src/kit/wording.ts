// Converts keys, codes and ids in audit and history to text: field labels, dictionary labels, and names that the reader
// may see.
import { countText } from '@anlan/contract/domain/number-text';
import type { Change, LabelledChange } from '@anlan/contract/domain/field-change';
import { formatInstant } from '@anlan/contract/domain/instant';
import { hiddenRowName } from '@anlan/contract/domain/act-sentence';
import type { Tx } from '#platform/db/index.ts';
import { plainTextOf } from '#platform/richtext/index.ts';
import type { Kit, Reference } from './ports.ts';
import type { AuditWording, AuditField } from './audit-wording.ts';
import type { AnyResource } from './table.ts';

export interface RawAuditEntry {
  objectType: string | null;
  objectId: string | null;
  changes: readonly Change[];
}
export interface WordedAuditEntry {
  label: string | null;
  name: string | null;
  changes: LabelledChange[];
}

export interface WordingDeps {
  auditWordingOf: (type: string) => AuditWording | undefined;
  referenceOf: (target: string) => Pick<Reference, 'read'> | undefined;
  dictionaries: Pick<Kit['dictionaries'], 'regionPaths' | 'industryNames' | 'itemsOf'>;
}

export const auditWordingOf = ({ label, fields }: Pick<AnyResource, 'label' | 'fields'>): AuditWording => ({
  label,
  fields: Object.fromEntries(Object.entries(fields).map(([key, { spec }]) => [key, spec])),
});

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const instantPattern = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const parts = (value: unknown): unknown[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one: unknown) =>
    typeof one === 'string' && one.includes('、') && one.split('、').every((part) => idPattern.test(part))
      ? one.split('、')
      : [one],
  );
const isId = (value: unknown): value is string => typeof value === 'string' && idPattern.test(value);
// Label of an unknown field. Its key is never shown.
const unknownField: AuditField = { label: '其他内容' };
const mostShown = 300;

interface NameLookups {
  names: ReadonlyMap<string, ReadonlyMap<string, { readonly name: string }>>;
  words: ReadonlyMap<string, ReadonlyMap<string, string>>;
  regions: ReadonlyMap<string, string>;
  industries: ReadonlyMap<string, string>;
}

const amountText = ({ kind, unit = '', digits = 6 }: AuditField, value: number): string =>
  kind === 'money'
    ? `${(value / 100).toLocaleString('zh-CN', { minimumFractionDigits: 2 })} 元`
    : countText(value, unit, digits);

function stringText(field: AuditField, value: string, { names, words, regions, industries }: NameLookups): string {
  const { kind, refersTo, dictionary, codes } = field;
  const fixed = field.words?.[value];
  if (fixed !== undefined) return fixed;
  if (isId(value)) return (refersTo && names.get(refersTo)?.get(value)?.name) ?? hiddenRowName;
  if (kind === 'region') return regions.get(value) ?? value;
  if (kind === 'industry') return industries.get(value) ?? value;
  if (dictionary) return words.get(dictionary)?.get(codes?.[value] ?? value) ?? value;
  if (kind === 'rich') return plainTextOf(value);
  if (instantPattern.test(value)) return formatInstant(new Date(value));
  return /^\/(?:upms|bus|file)\/\S+$/.test(value) ? '已上传' : value;
}

function objectText(value: object): string {
  const named: unknown = Reflect.get(value, 'name') ?? Reflect.get(value, 'title') ?? Reflect.get(value, 'text');
  return typeof named === 'string' ? named : '一项';
}

function textOf(field: AuditField, value: unknown, nameLookups: NameLookups): string {
  if (value === null || value === undefined || value === '') return '';
  const several = parts(value);
  if (several.length !== 1 || several[0] !== value)
    return several.map((one) => textOf(field, one, nameLookups)).join('、');
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (typeof value === 'number') return amountText(field, value);
  return typeof value === 'object' ? objectText(value) : stringText(field, String(value), nameLookups);
}
const cut = (text: string) => (text.length > mostShown ? `${text.slice(0, mostShown)}…` : text);

/** Texts for a page of audit entries. Each kind of name is read once, with the reader's rights. */
export function createWording({ auditWordingOf: spoken, referenceOf, dictionaries }: WordingDeps) {
  const fieldOf = (type: string | null, key: string): AuditField =>
    (type === null ? undefined : spoken(type)?.fields[key]) ?? unknownField;

  async function loadNames(tx: Tx, entries: readonly RawAuditEntry[]): Promise<NameLookups> {
    const ids = new Map<string, Set<string>>();
    const types = new Set<string>();
    const kinds = new Set<string>();
    const want = (target: string, id: unknown) => {
      if (isId(id) && referenceOf(target)) ids.set(target, (ids.get(target) ?? new Set()).add(id));
    };
    for (const { objectType, objectId, changes } of entries) {
      if (objectType !== null) want(objectType, objectId);
      for (const { field, before, after } of changes) {
        const { kind, refersTo, dictionary } = fieldOf(objectType, field);
        if (kind) kinds.add(kind);
        if (dictionary) types.add(dictionary);
        if (refersTo) for (const id of [...parts(before), ...parts(after)]) want(refersTo, id);
      }
    }
    const names: [string, ReadonlyMap<string, { readonly name: string }>][] = [];
    for (const [target, some] of ids) {
      const referred = await referenceOf(target)?.read(tx, [...some]);
      if (referred) names.push([target, referred]);
    }
    const words: [string, ReadonlyMap<string, string>][] = [];
    for (const type of types) {
      const items = await dictionaries.itemsOf(tx, type);
      words.push([type, new Map(items.map(({ value, label }) => [value, label]))]);
    }
    const none = new Map<string, string>();
    return {
      names: new Map(names),
      words: new Map(words),
      regions: kinds.has('region') ? await dictionaries.regionPaths() : none,
      industries: kinds.has('industry') ? await dictionaries.industryNames() : none,
    };
  }

  return {
    labelOfKind: (type: string): string | undefined => spoken(type)?.label,
    labelOf: (type: string | null, field: string): string => fieldOf(type, field).label,
    async told(tx: Tx, entries: readonly RawAuditEntry[]): Promise<WordedAuditEntry[]> {
      const lookups = await loadNames(tx, entries);
      return entries.map(({ objectType, objectId, changes }) => ({
        label: (objectType === null ? undefined : spoken(objectType)?.label) ?? null,
        name:
          objectType !== null && isId(objectId) && referenceOf(objectType)
            ? (lookups.names.get(objectType)?.get(objectId)?.name ?? hiddenRowName)
            : null,
        changes: changes.map((change) => {
          const field = fieldOf(objectType, change.field);
          const [was, now] = [change.before, change.after].map((value) => cut(textOf(field, value, lookups)));
          return { ...change, label: field.label, was: was ?? '', now: now ?? '' };
        }),
      }));
    },
  };
}

export type Wording = ReturnType<typeof createWording>;
