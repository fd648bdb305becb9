// What the audit and histories keep as keys, codes and ids, in words: labels, dictionary words, and names visible.
import { countText } from '@anlan/contract/domain/number-text';
import type { Change, ToldChange } from '@anlan/contract/domain/change';
import { formatInstant } from '@anlan/contract/domain/instant';
import { unseenName } from '@anlan/contract/domain/sentence';
import type { Tx } from '#platform/db/index.ts';
import { plainTextOf } from '#platform/richtext/index.ts';
import type { Kit, Reference } from './ports.ts';
import type { Spoken, SpokenField } from './spoken.ts';
import type { AnyResource } from './table.ts';

/** One entry of the audit, as far as it needs words. */
export interface Unworded {
  objectType: string | null;
  objectId: string | null;
  changes: readonly Change[];
}
/** The same in words. */
export interface Worded {
  label: string | null;
  name: string | null;
  changes: ToldChange[];
}

/** What wording depends on. */
export interface WordingDeps {
  spokenOf: (type: string) => Spoken | undefined;
  referenceOf: (target: string) => Pick<Reference, 'read'> | undefined;
  dictionaries: Pick<Kit['dictionaries'], 'regionPaths' | 'industryNames' | 'itemsOf'>;
}

/** How a declared resource is spoken of. */
export const spokenOf = ({ label, fields }: Pick<AnyResource, 'label' | 'fields'>): Spoken => ({
  label,
  fields: Object.fromEntries(Object.entries(fields).map(([key, { spec }]) => [key, spec])),
});

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const instantPattern = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
/** Several values that were written down as one text. */
const parts = (value: unknown): unknown[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one: unknown) =>
    typeof one === 'string' && one.includes('、') && one.split('、').every((part) => idPattern.test(part))
      ? one.split('、')
      : [one],
  );
const isId = (value: unknown): value is string => typeof value === 'string' && idPattern.test(value);
// Fields that no list names: what changed is shown, and not by its key.
const unknownField: SpokenField = { label: '其他内容' };
const mostShown = 300;

interface Known {
  names: ReadonlyMap<string, ReadonlyMap<string, { readonly name: string }>>;
  words: ReadonlyMap<string, ReadonlyMap<string, string>>;
  regions: ReadonlyMap<string, string>;
  industries: ReadonlyMap<string, string>;
}

const amountText = ({ kind, unit = '', digits = 6 }: SpokenField, value: number): string =>
  kind === 'money'
    ? `${(value / 100).toLocaleString('zh-CN', { minimumFractionDigits: 2 })} 元`
    : countText(value, unit, digits);

function stringText(field: SpokenField, value: string, { names, words, regions, industries }: Known): string {
  const { kind, refersTo, dictionary, codes } = field;
  const fixed = field.words?.[value];
  if (fixed !== undefined) return fixed;
  if (isId(value)) return (refersTo && names.get(refersTo)?.get(value)?.name) ?? unseenName;
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

function textOf(field: SpokenField, value: unknown, known: Known): string {
  if (value === null || value === undefined || value === '') return '';
  const several = parts(value);
  if (several.length !== 1 || several[0] !== value) return several.map((one) => textOf(field, one, known)).join('、');
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (typeof value === 'number') return amountText(field, value);
  return typeof value === 'object' ? objectText(value) : stringText(field, String(value), known);
}
const cut = (text: string) => (text.length > mostShown ? `${text.slice(0, mostShown)}…` : text);

/** Puts entries of the audit in words, those of a page at once: each kind of name is read once, as the reader may see it. */
export function createWording({ spokenOf: spoken, referenceOf, dictionaries }: WordingDeps) {
  const fieldOf = (type: string | null, key: string): SpokenField =>
    (type === null ? undefined : spoken(type)?.fields[key]) ?? unknownField;

  async function lookUp(tx: Tx, entries: readonly Unworded[]): Promise<Known> {
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
      const found = await referenceOf(target)?.read(tx, [...some]);
      if (found) names.push([target, found]);
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
    /** What people call things of a kind. */
    labelOfKind: (type: string): string | undefined => spoken(type)?.label,
    /** What people call a field. */
    labelOf: (type: string | null, field: string): string => fieldOf(type, field).label,
    async told(tx: Tx, entries: readonly Unworded[]): Promise<Worded[]> {
      const known = await lookUp(tx, entries);
      return entries.map(({ objectType, objectId, changes }) => ({
        label: (objectType === null ? undefined : spoken(objectType)?.label) ?? null,
        name:
          objectType !== null && isId(objectId) && referenceOf(objectType)
            ? (known.names.get(objectType)?.get(objectId)?.name ?? unseenName)
            : null,
        changes: changes.map((change) => {
          const field = fieldOf(objectType, change.field);
          const [was, now] = [change.before, change.after].map((value) => cut(textOf(field, value, known)));
          return { ...change, label: field.label, was: was ?? '', now: now ?? '' };
        }),
      }));
    },
  };
}

/** Puts entries of the audit in words. */
export type Wording = ReturnType<typeof createWording>;
