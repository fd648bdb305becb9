// Field types that only mall pages use, and a function that parses the fields of a part.
import * as z from 'zod/mini';
import { cleanText } from '../../domain/fields.ts';
import { field, Field, json, type Fields, type FieldSpec, type ListRules, type Plain, text } from '../../kit/field.ts';
import { itemSchema, list, type ListItem } from '../../kit/nested-fields.ts';
import { isLinkId, isUuid, linkKinds, noLink, type Link, type LinkKind } from './link-target.ts';

export const isRecord = (raw: unknown): raw is Readonly<Record<string, unknown>> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw);
/** Returns an error text if the object has keys that are not allowed, because they would be stored; otherwise null. */
export function unknownKeyProblem(raw: object, allowedKeys: object = {}): string | null {
  const key = Object.keys(raw).find((one) => !Object.hasOwn(allowedKeys, one));
  return key === undefined ? null : `不认识的属性“${cleanText(key).slice(0, 30)}”`;
}
/** Builds a schema from fields. It refuses unknown keys and sets defaults. */
export function strictSchema<F extends Fields>(of: F, refusal = '不完整') {
  const problem = (raw: unknown) => (isRecord(raw) ? unknownKeyProblem(raw, of) : refusal);
  const keyCheck = z.refine((raw) => problem(raw) === null, { error: ({ input }) => problem(input) });
  return z.pipe(z.unknown().check(keyCheck), itemSchema(of));
}
// Schema of a list that checks the length before it parses the items.
const boundedArray = <S extends z.ZodMiniType>(item: S, least: number, most: number, refusal: string) =>
  z.pipe(z.array(z.unknown()).check(z.minLength(least, refusal), z.maxLength(most, refusal)), z.array(item));

const colourRefusal = '应为 #RRGGBB 形式的颜色';
const colourValue = z.string(colourRefusal).check(z.toUpperCase(), z.regex(/^(#[0-9A-F]{6})?$/, colourRefusal));
const uuid = (refusal: string) => json('编号', z.string(refusal).check(z.refine(isUuid, refusal))).required();
const storedFields = {
  file: uuid('只能用上传的文件'),
  name: text(200, '文件名').default(''),
  /** Alternative text for people who cannot see the picture. */
  alt: text(100, '替代文字').default(''),
};
const storedValue = () => z.nullable(strictSchema(storedFields, '只能用上传的文件'));
const [pictureValue, videoValue] = [storedValue(), storedValue()];
const linkFields = {
  to: json('跳转', z.enum(Object.keys(linkKinds) as [LinkKind, ...LinkKind[]], '不能跳转到这里')).required(),
  id: text(36, '目标').default(''),
  name: text(100, '名称').default(''),
};
const linkValue = strictSchema(linkFields, '应为列表里的跳转').check(
  z.refine(({ to, id }) => isLinkId(to, id), '的目标不完整，请重新选择'),
);
const namedFields = { id: uuid('不完整'), name: text(100, '名称').default('') };
const namedValue = (most: number) => boundedArray(itemSchema(namedFields), 0, most, `最多 ${most} 个`);
export const selectionLimits = { goods: 30, shops: 20 } as const;
const [goodsValue, shopsValue] = [namedValue(selectionLimits.goods), namedValue(selectionLimits.shops)];

export type StoredMedia = ListItem<typeof storedFields>;
export type NamedRow = ListItem<typeof namedFields>;

/** Colour field `#RRGGBB`. If it is empty, the colour of the page applies, in light and dark mode. */
export const colour = (label: string, initial = '') => json(label, colourValue).default(initial);
export const picture = (label: string) => json(label, pictureValue).default(null);
export const video = (label: string) => json(label, videoValue).default(null);
export const link = (label: string) => json(label, linkValue).default(noLink);
export const goodsSelection = (label: string) => json(label, goodsValue).default([]);
export const shopsSelection = (label: string) => json(label, shopsValue).default([]);
/** Field for a category of goods; empty means all categories. */
export const category = (label: string) =>
  field<string>(
    { kind: 'code', label, dictionary: 'goodsCategory', example: '全部分类' },
    z.string().check(z.regex(/^[A-Za-z0-9]{0,32}$/, '没有这一项')),
  ).default('');
/** Field for formatted text, which may be empty. The server sanitizes it on saving and on display (S40). */
export const html = (label: string, initial: string) =>
  field<string>(
    { kind: 'rich', label },
    z.string().check(
      z.overwrite((value) => value.toWellFormed().replaceAll('\0', '')),
      z.maxLength(20_000, '过长，请精简'),
    ),
  ).default(initial);
/**
 * Field for a list whose items refuse unknown keys. Initial items contain only values that differ from the defaults.
 */
export function items<const F extends Fields>(
  label: string,
  item: string,
  of: F,
  { least = 0, most, initial }: { least?: number; most: number; initial: readonly Partial<ListItem<F>>[] },
) {
  const { schemas, spec } = list(label, item, of, { least, most });
  const schema = strictSchema(of);
  const input = boundedArray(schema, least, most, `应有 ${least} 到 ${most} 项`);
  return new Field<Plain<ListItem<F>[]>>({ ...schemas, input }, spec).default(
    initial.map((values) => z.parse(schema, values)),
  );
}

interface PageValueTypes {
  colour: string;
  picture: StoredMedia | null;
  video: StoredMedia | null;
  link: Link;
  goods: readonly NamedRow[];
  shops: readonly NamedRow[];
}
type PageValueKind = keyof PageValueTypes;
const pageValueKinds = new Map<z.ZodMiniType, PageValueKind>([
  [colourValue, 'colour'],
  [pictureValue, 'picture'],
  [videoValue, 'video'],
  [linkValue, 'link'],
  [goodsValue, 'goods'],
  [shopsValue, 'shops'],
]);
export type PartFields = ListRules['of'];
export type PageValue = {
  [K in PageValueKind]: { readonly kind: K; readonly value: PageValueTypes[K] };
}[PageValueKind];
/** Returns the value with its kind, or null if the field does not have a kind that only pages use. */
export function findPageValue({ schemas }: PartFields[string], value: unknown): PageValue | null {
  const kind = pageValueKinds.get(schemas.input);
  // The cast is safe: a value of a parsed design has the type of its field.
  return kind === undefined ? null : ({ kind, value } as PageValue);
}

/** Yields all values whose kind only pages use, including values in list items. `label` names the part or item. */
export function* listPageValues(
  of: PartFields,
  values: unknown,
  label = '',
): Generator<PageValue & { readonly label: string; readonly of: PartFields; readonly key: string }> {
  if (!isRecord(values)) return;
  for (const [key, one] of Object.entries(of)) {
    const [value, own, rules] = [values[key], findPageValue(one, values[key]), one.spec.list];
    if (own) yield { ...own, label, of, key };
    else if (rules && Array.isArray(value))
      for (const [at, item] of value.entries())
        yield* listPageValues(rules.of, item, `${label}第 ${at + 1} ${rules.item}`);
  }
}

export type Refuse = (path: string, message: string) => void;

const expectedTypeTexts: Readonly<Record<string, string>> = {
  string: '应为文字',
  array: '应为列表',
  boolean: '应为是或否',
};
function labelAt(of: PartFields, path: readonly PropertyKey[]): string {
  let [label, fields]: [string, PartFields | undefined] = ['', of];
  for (const key of path) {
    const spec: FieldSpec | undefined = fields?.[String(key)]?.spec;
    if (spec) [label, fields] = [spec.label, spec.list?.of];
  }
  return label;
}

/** Parses values by their fields; absent values get defaults. Null if a value is refused. */
export function readValues<V>(
  of: PartFields,
  schema: z.ZodMiniType<V>,
  raw: unknown,
  path: string,
  refuse: Refuse,
): V | null {
  const { data, error } = z.safeParse(schema, raw, { error: () => '' });
  for (const issue of error?.issues ?? []) {
    const where = [path, ...issue.path].join('.');
    const label = labelAt(of, issue.path);
    const message = issue.message || (issue.code === 'invalid_type' && expectedTypeTexts[issue.expected]) || '不完整';
    const isWhole = message.startsWith(label) || message === `请选择${label}` || message.startsWith('不认识');
    refuse(where, isWhole ? message : `${label}${message}`);
  }
  return data ?? null;
}
