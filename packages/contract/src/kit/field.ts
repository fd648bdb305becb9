import * as z from 'zod/mini';
import type { HeadRole } from './field-kind.ts';
import type { Condition, FieldSchemas, FieldSpec, FilePurpose, FilterKind } from './field-spec.ts';
import { creditCode as creditCodeText, mobile, regionCode } from '../domain/identifiers.ts';
import {
  cleanText,
  coded,
  day as dayText,
  filled,
  flag,
  formatted,
  id,
  instant as instantCodec,
  text as cleaned,
  whole,
} from '../domain/fields.ts';

export type { FieldKind, HeadRole } from './field-kind.ts';
export type { FieldSchemas, FieldSpec, FilePurpose, FileRules, FilterKind, ListRules } from './field-spec.ts';

/** What a field is, as far as types depend on it. */
export interface Traits {
  /** The value inside the program. */
  value: unknown;
  /** Never null in a row. */
  notNull: boolean;
  requiredInput: boolean;
  sortable: boolean;
  filter: 'none' | FilterKind;
  /** Not typed by anybody: stored by the program, or computed when a row is read. */
  derived: boolean;
  /** Computed when a row is read: it has no column. */
  computed: boolean;
  /** Typed, never shown. */
  inputOnly: boolean;
  /** Typed once, with the new row. */
  immutable: boolean;
  /** A name stands beside the value in a row: enterpriseId, enterpriseName. */
  hasName: boolean;
}

type Changed<T extends Traits, C extends Partial<Traits>> = Omit<T, keyof C> & C extends infer R extends Traits
  ? R
  : never;

/** One field of a resource; each method answers a field with one mark more. */
export class Field<T extends Traits = Traits> {
  declare readonly traits: T;
  readonly schemas: FieldSchemas;
  readonly spec: FieldSpec;
  constructor(schemas: FieldSchemas, spec: FieldSpec) {
    this.schemas = schemas;
    this.spec = spec;
  }
  #marked<C extends Partial<Traits>>(marks: Partial<FieldSpec>): Field<Changed<T, C>> {
    return new Field(this.schemas, { ...this.spec, ...marks });
  }
  /** Must be filled in, and is never null. */
  required(): Field<Changed<T, { notNull: true; requiredInput: true }>> {
    const { kind, max = 0, label } = this.spec;
    const isTyped = kind === 'text' || kind === 'prose';
    const schemas = isTyped ? { ...this.schemas, input: filledOf(kind, max, label) } : this.schemas;
    return new Field(schemas, { ...this.spec, required: true });
  }
  /** The value where none is given; the field is never null and may be left out. */
  default(value: T['value']) {
    return this.#marked<{ notNull: true }>({ default: value });
  }
  /** A reference to the caller's own enterprise where it is left out; other callers must name one. */
  own(missing = `请选择${this.spec.label}`) {
    return this.#marked<{ notNull: true }>({ own: true, messages: { ...this.spec.messages, missing } });
  }
  /** The list may be ordered by it; it needs an index. */
  sortable() {
    return this.#marked<{ sortable: true }>({ sortable: true });
  }
  /** No other row of the tenant has the same; the index is called `<table>_<column>_key`. */
  unique() {
    return this.#marked<{}>({ unique: true });
  }
  /** Typed once, with the new row. */
  immutable() {
    return this.#marked<{ immutable: true }>({ immutable: true });
  }
  /** Stored by the program, never typed. */
  kept() {
    return this.#marked<{ derived: true }>({ kept: true });
  }
  /** Worked out when rows are read; it has no column. */
  computed() {
    return this.#marked<{ derived: true; computed: true }>({ computed: true });
  }
  /** Typed, never shown; it has no column. */
  inputOnly() {
    return this.#marked<{ inputOnly: true }>({ inputOnly: true });
  }
  /** Left out of lists: the form reads the row before it opens. */
  whole() {
    return this.#marked<{}>({ whole: true });
  }
  /** Encrypted at rest and masked for those who may not see it (S78); `findable` by the whole value alone. */
  encrypted(how: { readonly findable?: boolean } = {}) {
    return this.#marked<{}>({ encrypted: true, ...how });
  }
  /**
   * The keyword finds it: by its beginning where it matches the pattern, else by a part of it. `pinyin` is a part of a
   * name, or of its pinyin or initials: the migration calls `find_by_letters`.
   */
  search(how: 'prefix' | 'contains' | 'pinyin', pattern?: RegExp) {
    if (how === 'pinyin') return this.#marked<{}>({ search: { how: 'contains', pinyin: true } });
    return this.#marked<{}>({ search: pattern ? { how, pattern } : { how } });
  }
  /** The list may be narrowed by it. */
  filter(): Field<Changed<T, { filter: 'one' }>>;
  filter<const H extends FilterKind>(how: H): Field<Changed<T, { filter: H }>>;
  filter(how: FilterKind = 'one'): Field<Changed<T, { filter: FilterKind }>> {
    return this.#marked<{ filter: FilterKind }>({ filter: how });
  }
  /** Shorter label of lists and filters. */
  short(short: string) {
    return this.#marked<{}>({ short });
  }
  /** Placeholder of an empty control. */
  example(example: string) {
    return this.#marked<{}>({ example });
  }
  /** Hint below the control. */
  help(help: string) {
    return this.#marked<{}>({ help });
  }
  /** Part of the form that begins with this field. */
  section(section: string) {
    return this.#marked<{}>({ section });
  }
  /** Stands in the strip above a record; the field of the states does so by itself. */
  head(head: HeadRole) {
    return this.#marked<{}>({ head });
  }
  /** A text must match the pattern; called after `required`. */
  pattern(pattern: RegExp, message: string) {
    const input = (this.schemas.input as z.ZodMiniType<string>).check(z.regex(pattern, message));
    return new Field<T>({ ...this.schemas, input }, this.spec);
  }
  /** Applies only where another field meets a condition; forms leave it out elsewhere. */
  when(field: string, is: Condition['is']) {
    return this.#marked<{}>({ when: { field, is } });
  }
  /** Dictionary that gives the values labels and colours. */
  dictionary(dictionary: string) {
    return this.#marked<{}>({ dictionary });
  }
  /** Another column than the key in snake case. */
  column(column: string) {
    return this.#marked<{}>({ column });
  }
}

/** The traits of a field with a value of type V; N where a row carries a name beside it. */
export type Plain<V, N extends boolean = false> = {
  value: V;
  notNull: false;
  requiredInput: false;
  sortable: false;
  filter: 'none';
  derived: false;
  computed: false;
  inputOnly: false;
  immutable: false;
  hasName: N;
};
const anyText = z.string();
/** A field of a kind with its schemas. */
export const field = <V, N extends boolean = false>(
  spec: FieldSpec,
  input: z.ZodMiniType,
  output: z.ZodMiniType = anyText,
  filter: z.ZodMiniType = anyText,
) => new Field<Plain<V, N>>({ input, output, filter }, spec);
const proseOf = (max: number, label: string) =>
  z.string(`${label}不能为空`).check(
    z.overwrite((value: string) => value.split(/\r?\n/).map(cleanText).join('\n').trim()),
    z.maxLength(max, `${label}最多 ${max} 个字`),
  );
const filledOf = (kind: 'text' | 'prose', max: number, label: string) =>
  kind === 'text' ? filled(max, label) : proseOf(max, label).check(z.minLength(1, `${label}不能为空`));
const codeText = /^[A-Za-z0-9]{1,32}$/;
const codeOf = (label: string) => z.string(`${label}不能为空`).check(z.regex(codeText, `请选择${label}`));
const between = (label: string, least: number, most: number, tooLow: string, tooHigh: string) =>
  z.number(`请填写${label}`).check(z.gte(least, tooLow), z.lte(most, tooHigh));

/** One line of text. */
export const text = (max: number, label: string) => field<string>({ kind: 'text', label, max }, cleaned(max, label));
/** Several lines of text. */
export const prose = (max: number, label: string) => field<string>({ kind: 'prose', label, max }, proseOf(max, label));
/** Formatted text, cleaned by the server (S40). */
export const rich = (label: string) => field<string>({ kind: 'rich', label }, formatted(label));
/** A whole number. */
export const integer = (label: string, { unit = '', min = 0, max = 1_000_000_000 } = {}) =>
  field<number>(
    { kind: 'integer', label, unit, bounds: [min, max] },
    z.int('请填写整数').check(z.gte(min, `不能小于 ${min}`), z.lte(max, `不能大于 ${max}`)),
    z.number(),
    whole,
  );
/** A number with digits after the point. */
export const decimal = (label: string, { unit = '', min = 0, max = 1e12, digits = 2 } = {}) =>
  field<number>(
    { kind: 'decimal', label, unit, digits, bounds: [min, max] },
    z.number('请填写数字').check(z.gte(min, `不能小于 ${min}`), z.lte(max, '数值过大')),
    z.number(),
  );
/** A longitude or latitude in degrees: GCJ-02 where the field says nothing else, as on maps. Browsers give WGS-84. */
export const degrees = (most: number, label: string) =>
  field<number>(
    { kind: 'decimal', label, unit: '°', digits: 6 },
    between(label, -most, most, `${label}应在 -${most} 到 ${most} 之间`, `${label}应在 -${most} 到 ${most} 之间`),
    z.number(),
  );
/** An amount in fen; bounds in fen. */
export const money = (label: string, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}) =>
  field<number>(
    { kind: 'money', label, unit: '元', bounds: [min, max] },
    z.int('金额有误').check(z.gte(min, `不能小于 ${min / 100}`), z.lte(max, '金额过大')),
    z.number(),
  );
/** Yes or no. */
export const boolean = (label: string) => field<boolean>({ kind: 'boolean', label }, z.boolean(), z.boolean(), flag);
/** A calendar day `yyyy-MM-dd`. */
export const day = (label: string) => field<string>({ kind: 'day', label }, dayText, anyText, dayText);
/** A moment. */
export const instant = (label: string) =>
  field<Date>({ kind: 'instant', label }, instantCodec, instantCodec, instantCodec);
/** One item of a dictionary. */
export const code = (dictionary: string, label: string) =>
  field<string>({ kind: 'code', label, dictionary }, codeOf(label), anyText, anyText.check(z.regex(codeText)));
/** Several items of a dictionary. */
export const codes = (dictionary: string, label: string) =>
  field<string[]>(
    { kind: 'codes', label, dictionary },
    z.array(codeOf(label)).check(z.maxLength(50, `${label}最多 50 项`)),
    z.array(anyText),
    anyText.check(z.regex(codeText)),
  );
/** One of a fixed list; as a map `{inside: outside}` where the wire and the dictionary have other words. */
export function oneOf<const V extends readonly [string, ...string[]]>(
  values: V,
  label: string,
): Field<Plain<V[number]>>;
export function oneOf<const M extends Readonly<Record<string, string>>>(
  map: M,
  label: string,
): Field<Plain<keyof M & string>>;
export function oneOf(given: readonly string[] | Readonly<Record<string, string>>, label: string) {
  if (Array.isArray(given)) {
    const schema = z.enum(given as [string, ...string[]], `请选择${label}`);
    return field<string>({ kind: 'oneOf', label, values: given }, schema, schema, schema);
  }
  const codes = given as Readonly<Record<string, string>>;
  const codec = coded(codes);
  const spec: FieldSpec = { kind: 'oneOf', label, values: Object.keys(codes), codes };
  return field<string>(spec, codec, codec, codec);
}
/** One of a fixed list with words of its own, `{left: '左'}`, where no dictionary has them. */
export function choice<const W extends Readonly<Record<string, string>>>(words: W, label: string) {
  const values = Object.keys(words);
  const schema = z.enum(values, `请选择${label}`);
  return field<keyof W & string>({ kind: 'oneOf', label, values, words }, schema, schema, schema);
}
/** A row of another resource. */
export const ref = (refersTo: string, label: string) =>
  field<string, true>({ kind: 'ref', label, refersTo }, id, id, id);
/** A user of the tenant. */
export const person = (label: string) => field<string, true>({ kind: 'person', label, refersTo: 'user' }, id, id, id);
/** A division (GB/T 2260). */
export const region = (label: string) =>
  field<string, true>({ kind: 'region', label }, regionCode, anyText, anyText.check(z.regex(/^\d{2,12}$/)));
/** An industry (GB/T 4754). */
export const industry = (label: string) =>
  field<string, true>(
    { kind: 'industry', label },
    z.string(`${label}不能为空`).check(z.regex(/^[A-T]\d{2}$/, `请选择${label}`)),
    anyText,
    anyText.check(z.regex(/^[A-T]\d{0,2}$/)),
  );
/** A mainland mobile; a value equal to its mask counts as unchanged. */
export const phone = (label: string) => field<string>({ kind: 'phone', label, max: 20 }, mobile);
/** A unified social credit code (GB 32100). */
export const creditCode = (label: string) => field<string>({ kind: 'creditCode', label, max: 18 }, creditCodeText);
/** A stored file as rows carry it. */
export interface StoredFile {
  id: string;
  name: string;
}
const storedFile = z.object({ /** Id of the file. */ id, /** Its name. */ name: z.string().check(z.maxLength(200)) });
/** Stored files in an order. */
export const files = (label: string, { purpose = 'evidence' as FilePurpose, least = 0, most = 9 } = {}) =>
  field<StoredFile[]>(
    { kind: 'files', label, files: { purpose, least, most } },
    z
      .array(storedFile, `请上传${label}`)
      .check(z.minLength(least, `请上传${label}`), z.maxLength(most, `${label}最多 ${most} 个`)),
    z.array(storedFile),
  );
/** A number of the tenant's own, given out by day when a row is made: YH20261121-0001. */
export const serial = (prefix: string, label: string) =>
  new Field<Omit<Plain<string>, 'notNull' | 'derived'> & { notNull: true; derived: true }>(
    { input: anyText, output: anyText, filter: anyText },
    {
      kind: 'serial',
      label,
      prefix,
      max: 32,
      kept: true,
      required: true,
      unique: true,
      search: { how: 'prefix', pattern: /^[A-Za-z]+[0-9-]+$/ },
    },
  );
/** Anything else, by its own schema. */
export const json = <S extends z.ZodMiniType>(label: string, schema: S) =>
  field<z.output<S>>({ kind: 'json', label }, schema, schema);

/** The fields of a resource by their names. */
export type Fields = Readonly<Record<string, Field>>;
