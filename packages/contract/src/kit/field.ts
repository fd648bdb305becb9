import * as z from 'zod/mini';
import type { HeadRole } from './field-kind.ts';
import type { Condition, FieldSchemas, FieldSpec, FilePurpose, FilterKind } from './field-spec.ts';
import { creditCode as creditCodeText, mobile, regionCode } from '../domain/identifiers.ts';
import {
  cleanText,
  codeMapping,
  requiredText,
  flag,
  requiredRichText,
  id,
  text as cleaned,
  whole,
} from '../domain/fields.ts';
import { dayOf, instantOf } from '../domain/written-time.ts';

export type { FieldKind, HeadRole } from './field-kind.ts';
export type { FieldSchemas, FieldSpec, FilePurpose, FileRules, FilterKind, ListRules } from './field-spec.ts';

export interface Traits {
  value: unknown;
  notNull: boolean;
  requiredInput: boolean;
  sortable: boolean;
  filter: 'none' | FilterKind;
  /** Whether the field is not an input, because the program stores it or computes it when rows are read. */
  derived: boolean;
  /** Whether the field is computed when rows are read, without a column. */
  computed: boolean;
  /** Whether the field is accepted as input and never returned. */
  inputOnly: boolean;
  /** Whether the field can only be set when the row is created. */
  immutable: boolean;
  /** Whether the row also contains a name for the value, as enterpriseName for enterpriseId. */
  hasName: boolean;
}

type Changed<T extends Traits, C extends Partial<Traits>> = Omit<T, keyof C> & C extends infer R extends Traits
  ? R
  : never;

/** One field of a resource. Each method returns a copy with one more property. */
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
  required(): Field<Changed<T, { notNull: true; requiredInput: true }>> {
    const { kind, max = 0, label } = this.spec;
    const isTyped = kind === 'text' || kind === 'prose';
    const schemas = isTyped ? { ...this.schemas, input: requiredTextSchema(kind, max, label) } : this.schemas;
    return new Field(schemas, { ...this.spec, required: true });
  }
  /** Sets a default value: input may leave the field out, and stored rows never have null. */
  default(value: T['value']) {
    return this.#marked<{ notNull: true }>({ default: value });
  }
  /** A reference that defaults to the caller's own enterprise. A caller without an enterprise must set it. */
  own(missing = `请选择${this.spec.label}`) {
    return this.#marked<{ notNull: true }>({ own: true, messages: { ...this.spec.messages, missing } });
  }
  /** Allows lists to sort by the field. Its column needs an index. */
  sortable() {
    return this.#marked<{ sortable: true }>({ sortable: true });
  }
  /** Makes the value unique in the tenant. The unique index must be named `<table>_<column>_key`. */
  unique() {
    return this.#marked<{}>({ unique: true });
  }
  /** Allows input to set the field only when the row is created. */
  immutable() {
    return this.#marked<{ immutable: true }>({ immutable: true });
  }
  /** Only the program sets the field; input cannot. */
  serverSet() {
    return this.#marked<{ derived: true }>({ serverSet: true });
  }
  /** The value is computed when rows are read; the field has no column. */
  computed() {
    return this.#marked<{ derived: true; computed: true }>({ computed: true });
  }
  /** The field is accepted as input but never returned. It has no column. */
  inputOnly() {
    return this.#marked<{ inputOnly: true }>({ inputOnly: true });
  }
  /** Leaves the field out of lists. The form then loads the whole row before it opens. */
  whole() {
    return this.#marked<{}>({ whole: true });
  }
  /**
   * Encrypts the stored value and masks it for people without the right (S78). With `findable`, whole values can be
   * searched.
   */
  encrypted(how: { readonly findable?: boolean } = {}) {
    return this.#marked<{}>({ encrypted: true, ...how });
  }
  /**
   * Adds the field to the keyword search: by prefix if the keyword matches the pattern, else by substring. `pinyin`
   * also matches pinyin and initials; the migration must then call `find_by_letters`.
   */
  search(how: 'prefix' | 'contains' | 'pinyin', pattern?: RegExp) {
    if (how === 'pinyin') return this.#marked<{}>({ search: { how: 'contains', pinyin: true } });
    return this.#marked<{}>({ search: pattern ? { how, pattern } : { how } });
  }
  filter(): Field<Changed<T, { filter: 'one' }>>;
  filter<const H extends FilterKind>(how: H): Field<Changed<T, { filter: H }>>;
  filter(how: FilterKind = 'one'): Field<Changed<T, { filter: FilterKind }>> {
    return this.#marked<{ filter: FilterKind }>({ filter: how });
  }
  short(short: string) {
    return this.#marked<{}>({ short });
  }
  example(example: string) {
    return this.#marked<{}>({ example });
  }
  help(help: string) {
    return this.#marked<{}>({ help });
  }
  /** Begins a new section of the form with this field. */
  section(section: string) {
    return this.#marked<{}>({ section });
  }
  /** Shows the field in the strip above a record. The state field is always shown there. */
  head(head: HeadRole) {
    return this.#marked<{}>({ head });
  }
  /** Requires the text to match a pattern. Call it after `required`. */
  pattern(pattern: RegExp, message: string) {
    const input = (this.schemas.input as z.ZodMiniType<string>).check(z.regex(pattern, message));
    return new Field<T>({ ...this.schemas, input }, this.spec);
  }
  /**
   * Stores the text in one form, also when it is searched or refers to a row in an import. `problem` returns what is
   * wrong with that form, or null. Call it after `required`.
   */
  normalised(normalise: (text: string) => string, problem: (normal: string) => string | null) {
    const isEmptyOption = (normal: string) => normal === '' && this.spec.required !== true;
    const input = z.string(`${this.spec.label}不能为空`).check(
      z.overwrite((typed: string) => normalise(cleanText(typed))),
      z.refine((normal) => isEmptyOption(normal) || problem(normal) === null, {
        error: ({ input: normal }) => problem(String(normal)),
      }),
    );
    return new Field<T>({ ...this.schemas, input }, { ...this.spec, normalise });
  }
  /** Requires the text to have a minimum length. Call it after `required`. */
  least(length: number) {
    const message = `${this.spec.label}至少 ${length} 个字`;
    const input = (this.schemas.input as z.ZodMiniType<string>).check(z.minLength(length, message));
    return new Field<T>({ ...this.schemas, input }, this.spec);
  }
  /** The field applies only if another field meets the condition; forms leave it out otherwise. */
  when(field: string, is: Condition['is']) {
    return this.#marked<{}>({ when: { field, is } });
  }
  /** Sets the dictionary that has labels and colours of the values. */
  dictionary(dictionary: string) {
    return this.#marked<{}>({ dictionary });
  }
  words(words: Readonly<Record<string, string>>) {
    return this.#marked<{}>({ words });
  }
  tones(tones: Readonly<Record<string, string>>) {
    return this.#marked<{}>({ tones });
  }
  column(column: string) {
    return this.#marked<{}>({ column });
  }
}

/** Type properties of a plain field with values of type `V`. `N`: whether a row also has a name for the value. */
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
const requiredTextSchema = (kind: 'text' | 'prose', max: number, label: string) =>
  kind === 'text' ? requiredText(max, label) : proseOf(max, label).check(z.minLength(1, `${label}不能为空`));
const codeText = /^[A-Za-z0-9]{1,32}$/;
const codeOf = (label: string) => z.string(`${label}不能为空`).check(z.regex(codeText, `请选择${label}`));
const boundedNumber = (label: string, least: number, most: number, tooLow: string, tooHigh: string) =>
  z.number(`请填写${label}`).check(z.gte(least, tooLow), z.lte(most, tooHigh));

export const text = (max: number, label: string) => field<string>({ kind: 'text', label, max }, cleaned(max, label));
export const prose = (max: number, label: string) => field<string>({ kind: 'prose', label, max }, proseOf(max, label));
/** Rich text field; the server sanitises it (S40). */
export const rich = (label: string) => field<string>({ kind: 'rich', label }, requiredRichText(label));
export const integer = (label: string, { unit = '', min = 0, max = 1_000_000_000 } = {}) =>
  field<number>(
    { kind: 'integer', label, unit, bounds: [min, max] },
    z.int('请填写整数').check(z.gte(min, `不能小于 ${min}`), z.lte(max, `不能大于 ${max}`)),
    z.number(),
    whole,
  );
export const decimal = (label: string, { unit = '', min = 0, max = 1e12, digits = 2 } = {}) =>
  field<number>(
    { kind: 'decimal', label, unit, digits, bounds: [min, max] },
    z.number('请填写数字').check(z.gte(min, `不能小于 ${min}`), z.lte(max, '数值过大')),
    z.number(),
  );
/**
 * Longitude or latitude field in degrees. It is GCJ-02 as on maps, unless the label names another system. Browsers
 * report WGS-84.
 */
export const degrees = (most: number, label: string) =>
  field<number>(
    { kind: 'decimal', label, unit: '°', digits: 6 },
    boundedNumber(label, -most, most, `${label}应在 -${most} 到 ${most} 之间`, `${label}应在 -${most} 到 ${most} 之间`),
    z.number(),
  );
/** Field for an amount of money. The amount and its bounds are in fen. */
export const money = (label: string, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}) =>
  field<number>(
    { kind: 'money', label, unit: '元', bounds: [min, max] },
    z.int('金额有误').check(z.gte(min, `不能小于 ${min / 100}`), z.lte(max, '金额过大')),
    z.number(),
  );
export const boolean = (label: string) => field<boolean>({ kind: 'boolean', label }, z.boolean(), z.boolean(), flag);
export const day = (label: string) => field<string>({ kind: 'day', label }, dayOf(label), anyText, dayOf(label));
export const instant = (label: string) => {
  const codec = instantOf(label);
  return field<Date>({ kind: 'instant', label }, codec, codec, codec);
};
export const code = (dictionary: string, label: string) =>
  field<string>({ kind: 'code', label, dictionary }, codeOf(label), anyText, anyText.check(z.regex(codeText)));
export const codes = (dictionary: string, label: string) =>
  field<string[]>(
    { kind: 'codes', label, dictionary },
    z.array(codeOf(label)).check(z.maxLength(50, `${label}最多 50 项`)),
    z.array(anyText),
    anyText.check(z.regex(codeText)),
  );
/**
 * Field with one value of a fixed list. If wire and dictionary have other codes, pass a map `{code in our program: code
 * on the wire}`.
 */
export function oneOf<const V extends readonly [string, ...string[]]>(
  values: V,
  label: string,
): Field<Plain<V[number]>>;
export function oneOf<const M extends Readonly<Record<string, string>>>(
  map: M,
  label: string,
): Field<Plain<keyof M & string>>;
export function oneOf(valuesOrMap: readonly string[] | Readonly<Record<string, string>>, label: string) {
  if (Array.isArray(valuesOrMap)) {
    const schema = z.enum(valuesOrMap as [string, ...string[]], `请选择${label}`);
    return field<string>({ kind: 'oneOf', label, values: valuesOrMap }, schema, schema, schema);
  }
  const codes = valuesOrMap as Readonly<Record<string, string>>;
  const codec = codeMapping(codes);
  const spec: FieldSpec = { kind: 'oneOf', label, values: Object.keys(codes), codes };
  return field<string>(spec, codec, codec, codec);
}
/** Field with one value of a fixed list and its own labels, such as `{left: '左'}`, without a dictionary. */
export function choice<const W extends Readonly<Record<string, string>>>(words: W, label: string) {
  const values = Object.keys(words);
  const schema = z.enum(values, `请选择${label}`);
  return field<keyof W & string>({ kind: 'oneOf', label, values, words }, schema, schema, schema);
}
export const ref = (refersTo: string, label: string) =>
  field<string, true>({ kind: 'ref', label, refersTo }, id, id, id);
export const person = (label: string) => field<string, true>({ kind: 'person', label, refersTo: 'user' }, id, id, id);
export const region = (label: string) =>
  field<string, true>({ kind: 'region', label }, regionCode, anyText, anyText.check(z.regex(/^\d{2,12}$/)));
export const industry = (label: string) =>
  field<string, true>(
    { kind: 'industry', label },
    z.string(`${label}不能为空`).check(z.regex(/^[A-T]\d{2}$/, `请选择${label}`)),
    anyText,
    anyText.check(z.regex(/^[A-T]\d{0,2}$/)),
  );
/** Mainland mobile number field. A masked value in the input means that the number is unchanged. */
export const phone = (label: string) => field<string>({ kind: 'phone', label, max: 20 }, mobile);
export const creditCode = (label: string) => field<string>({ kind: 'creditCode', label, max: 18 }, creditCodeText);
export interface StoredFile {
  id: string;
  name: string;
}
const storedFile = z.object({ id, name: z.string().check(z.maxLength(200)) });
export const files = (label: string, { purpose = 'evidence' as FilePurpose, least = 0, most = 9 } = {}) =>
  field<StoredFile[]>(
    { kind: 'files', label, files: { purpose, least, most } },
    z
      .array(storedFile, `请上传${label}`)
      .check(z.minLength(least, `请上传${label}`), z.maxLength(most, `${label}最多 ${most} 个`)),
    z.array(storedFile),
  );
/** Number that a new row gets, counted per tenant and day: YH20261121-0001. */
export const serial = (prefix: string, label: string) =>
  new Field<Omit<Plain<string>, 'notNull' | 'derived'> & { notNull: true; derived: true }>(
    { input: anyText, output: anyText, filter: anyText },
    {
      kind: 'serial',
      label,
      prefix,
      max: 32,
      serverSet: true,
      required: true,
      unique: true,
      search: { how: 'prefix', pattern: /^[A-Za-z]+[0-9-]+$/ },
    },
  );
export const json = <S extends z.ZodMiniType>(label: string, schema: S) =>
  field<z.output<S>>({ kind: 'json', label }, schema, schema);

export type Fields = Readonly<Record<string, Field>>;
