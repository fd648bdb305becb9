// Values that only pages of the mall have, as fields of the kit, and how the fields of a part are read.
import * as z from 'zod/mini';
import { cleanText } from '../../domain/fields.ts';
import { field, Field, json, type Fields, type FieldSpec, type ListRules, type Plain, text } from '../../kit/field.ts';
import { itemSchema, list, type ListItem } from '../../kit/list.ts';
import { isLinkId, isUuid, linkKinds, noLink, type Link, type LinkKind } from './link.ts';

/** Whether a value is an object with keys, not a list. */
export const isRecord = (raw: unknown): raw is Readonly<Record<string, unknown>> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw);
/** The refusal of an unknown key, which would be carried along otherwise; null where there is none. */
export function unknownKey(raw: object, known: object = {}): string | null {
  const key = Object.keys(raw).find((one) => !Object.hasOwn(known, one));
  return key === undefined ? null : `不认识的属性“${cleanText(key).slice(0, 30)}”`;
}
/** The schema of what fields hold: refuses unknown keys, fills in what is left out. */
export function strict<F extends Fields>(of: F, refusal = '不完整') {
  const problem = (raw: unknown) => (isRecord(raw) ? unknownKey(raw, of) : refusal);
  const known = z.refine((raw) => problem(raw) === null, { error: ({ input }) => problem(input) });
  return z.pipe(z.unknown().check(known), itemSchema(of));
}
// A list that is too long is refused before its items are read.
const bounded = <S extends z.ZodMiniType>(item: S, least: number, most: number, refusal: string) =>
  z.pipe(z.array(z.unknown()).check(z.minLength(least, refusal), z.maxLength(most, refusal)), z.array(item));

const colourRefusal = '应为 #RRGGBB 形式的颜色';
const colourValue = z.string(colourRefusal).check(z.toUpperCase(), z.regex(/^(#[0-9A-F]{6})?$/, colourRefusal));
const uuid = (refusal: string) => json('编号', z.string(refusal).check(z.refine(isUuid, refusal))).required();
const storedFields = {
  file: uuid('只能用上传的文件'),
  name: text(200, '文件名').default(''),
  /** What it shows, for people who do not see it. */
  alt: text(100, '替代文字').default(''),
};
const storedValue = () => z.nullable(strict(storedFields, '只能用上传的文件'));
const [pictureValue, videoValue] = [storedValue(), storedValue()];
const linkFields = {
  to: json('跳转', z.enum(Object.keys(linkKinds) as [LinkKind, ...LinkKind[]], '不能跳转到这里')).required(),
  id: text(36, '目标').default(''),
  name: text(100, '名称').default(''),
};
const linkValue = strict(linkFields, '应为列表里的跳转').check(
  z.refine(({ to, id }) => isLinkId(to, id), '的目标不完整，请重新选择'),
);
const namedFields = { id: uuid('不完整'), name: text(100, '名称').default('') };
const namedValue = (most: number) => bounded(itemSchema(namedFields), 0, most, `最多 ${most} 个`);
/** How many goods or shops may be named. */
export const chosenMost = { goods: 30, shops: 20 } as const;
const [goodsValue, shopsValue] = [namedValue(chosenMost.goods), namedValue(chosenMost.shops)];

/** A picture or video of ours. */
export type Stored = ListItem<typeof storedFields>;
/** A row of another module, with its name for the editor. */
export type Named = ListItem<typeof namedFields>;

/** A colour `#RRGGBB`; empty follows the page, in light and dark. */
export const colour = (label: string, initial = '') => json(label, colourValue).default(initial);
/** A picture that was uploaded. */
export const picture = (label: string) => json(label, pictureValue).default(null);
/** A video that was uploaded. */
export const video = (label: string) => json(label, videoValue).default(null);
/** Where something leads. */
export const link = (label: string) => json(label, linkValue).default(noLink);
/** Goods that are named one by one. */
export const chosenGoods = (label: string) => json(label, goodsValue).default([]);
/** Shops that are named one by one. */
export const chosenShops = (label: string) => json(label, shopsValue).default([]);
/** A category of goods; empty means all. */
export const category = (label: string) =>
  field<string>(
    { kind: 'code', label, dictionary: 'goodsCategory', example: '全部分类' },
    z.string().check(z.regex(/^[A-Za-z0-9]{0,32}$/, '没有这一项')),
  ).default('');
/** Formatted text that may be empty; the server cleans it on saving and again when it is shown (S40). */
export const html = (label: string, initial: string) =>
  field<string>(
    { kind: 'rich', label },
    z.string().check(
      z.overwrite((value) => value.toWellFormed().replaceAll('\0', '')),
      z.maxLength(20_000, '过长，请精简'),
    ),
  ).default(initial);
/** A list that refuses unknown keys; its first items are given by what differs from a new one. */
export function items<const F extends Fields>(
  label: string,
  item: string,
  of: F,
  { least = 0, most, initial }: { least?: number; most: number; initial: readonly Partial<ListItem<F>>[] },
) {
  const { schemas, spec } = list(label, item, of, { least, most });
  const schema = strict(of);
  const input = bounded(schema, least, most, `应有 ${least} 到 ${most} 项`);
  return new Field<Plain<ListItem<F>[]>>({ ...schemas, input }, spec).default(
    initial.map((values) => z.parse(schema, values)),
  );
}

interface OwnTypes {
  colour: string;
  picture: Stored | null;
  video: Stored | null;
  link: Link;
  goods: readonly Named[];
  shops: readonly Named[];
}
type OwnKind = keyof OwnTypes;
const ownKinds = new Map<z.ZodMiniType, OwnKind>([
  [colourValue, 'colour'],
  [pictureValue, 'picture'],
  [videoValue, 'video'],
  [linkValue, 'link'],
  [goodsValue, 'goods'],
  [shopsValue, 'shops'],
]);
/** Fields as data. */
export type PartFields = ListRules['of'];
/** A value of a kind that only pages have. */
export type OwnValue = { [K in OwnKind]: { readonly kind: K; readonly value: OwnTypes[K] } }[OwnKind];
/** The value of a field with its kind, if only pages have that kind. */
export function ownValue({ schemas }: PartFields[string], value: unknown): OwnValue | null {
  const kind = ownKinds.get(schemas.input);
  // A value of a design that was read has the type of its field.
  return kind === undefined ? null : ({ kind, value } as OwnValue);
}

/** All values of kinds that only pages have, items of lists included; `label` names the part or item they are in. */
export function* ownValues(
  of: PartFields,
  values: unknown,
  label = '',
): Generator<OwnValue & { readonly label: string; readonly of: PartFields; readonly key: string }> {
  if (!isRecord(values)) return;
  for (const [key, one] of Object.entries(of)) {
    const [value, own, rules] = [values[key], ownValue(one, values[key]), one.spec.list];
    if (own) yield { ...own, label, of, key };
    else if (rules && Array.isArray(value))
      for (const [at, item] of value.entries()) yield* ownValues(rules.of, item, `${label}第 ${at + 1} ${rules.item}`);
  }
}

/** Reports a value that does not fit; the caller knows where it is. */
export type Refuse = (path: string, message: string) => void;

const expected: Readonly<Record<string, string>> = { string: '应为文字', array: '应为列表', boolean: '应为是或否' };
function labelAt(of: PartFields, path: readonly PropertyKey[]): string {
  let [label, fields]: [string, PartFields | undefined] = ['', of];
  for (const key of path) {
    const spec: FieldSpec | undefined = fields?.[String(key)]?.spec;
    if (spec) [label, fields] = [spec.label, spec.list?.of];
  }
  return label;
}

/** Reads values by the schema of their fields; what is left out has its first value. Null where something is refused. */
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
    const message = issue.message || (issue.code === 'invalid_type' && expected[issue.expected]) || '不完整';
    const isWhole = message.startsWith(label) || message === `请选择${label}` || message.startsWith('不认识');
    refuse(where, isWhole ? message : `${label}${message}`);
  }
  return data ?? null;
}
