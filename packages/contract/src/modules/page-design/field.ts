// Fields of parts: what each holds, how it is read from a design that anybody may have written, how it is edited.
import { cleanText } from '../../domain/fields.ts';
import { richText } from '../../domain/rich-text.ts';
import { isLinkId, isLinkKind, isUuid, noLink, type Link } from './link.ts';

/** A picture or video of ours. */
export interface Stored {
  /** Id of the file. */
  readonly file: string;
  readonly name: string;
  /** What it shows, for people who do not see it. */
  readonly alt: string;
}
/** A row of another module, with its name for the editor. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** How a field is edited. */
export type FieldKind =
  | 'line'
  | 'prose'
  | 'rich'
  | 'number'
  | 'toggle'
  | 'choice'
  | 'colour'
  | 'category'
  | 'picture'
  | 'video'
  | 'link'
  | 'goods'
  | 'shops'
  | 'items';

/** Tells that something does not fit; where is known to the teller. */
export type Refuse = (path: string, message: string) => void;

/** A field of a part or of an item. */
export interface PartField<V = unknown> {
  readonly kind: FieldKind;
  readonly label: string;
  readonly initial: V;
  /** The value as it may be kept; tells what does not fit. */
  readonly read: (raw: unknown, path: string, refuse: Refuse) => V;
  readonly min?: number;
  readonly max?: number;
  readonly unit?: string;
  readonly help?: string;
  /** Words of a choice by value. */
  readonly options?: Readonly<Record<string, string>>;
  /** Fields of the items of a list. */
  readonly of?: PartFields;
  /** What one item is called. */
  readonly item?: string;
  /** The field is of use only where another one has one of these values. */
  readonly when?: { readonly field: string; readonly is: readonly unknown[] };
}
/** Fields by name. */
export type PartFields = Readonly<Record<string, PartField>>;
/** What the fields hold. */
export type ValuesOf<F> = { readonly [K in keyof F]: F[K] extends PartField<infer V> ? V : never };

/** Whether a value is an object with names, not a list. */
export const isRecord = (raw: unknown): raw is Readonly<Record<string, unknown>> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw);

interface More {
  help?: string;
  when?: PartField['when'];
}

/** One line of text. */
export const line = (max: number, label: string, initial = '', more: More = {}): PartField<string> => ({
  kind: 'line',
  label,
  initial,
  max,
  ...more,
  read(raw, path, refuse) {
    if (typeof raw !== 'string') refuse(path, `${label}应为文字`);
    else if (raw.length > max) refuse(path, `${label}最多 ${max} 个字`);
    else return cleanText(raw);
    return initial;
  },
});
/** Several lines of text. */
export const prose = (max: number, label: string, initial = '', more: More = {}): PartField<string> => ({
  kind: 'prose',
  label,
  initial,
  max,
  ...more,
  read(raw, path, refuse) {
    if (typeof raw !== 'string') refuse(path, `${label}应为文字`);
    else if (raw.length > max) refuse(path, `${label}最多 ${max} 个字`);
    else return raw.split(/\r?\n/).map(cleanText).join('\n').trim();
    return initial;
  },
});
/** Formatted text; the server cleans it on saving and again when it is shown (S40). */
export const rich = (label: string, initial = ''): PartField<string> => ({
  kind: 'rich',
  label,
  initial,
  max: 20_000,
  read(raw, path, refuse) {
    if (typeof raw !== 'string') refuse(path, `${label}应为文字`);
    else if (raw.length > Math.min(20_000, richText.longest)) refuse(path, `${label}过长，请精简`);
    else return raw.toWellFormed().replaceAll('\0', '');
    return initial;
  },
});
/** A whole number of a range. */
export const amount = (
  label: string,
  min: number,
  max: number,
  initial: number,
  unit = '',
  more: More = {},
): PartField<number> => ({
  kind: 'number',
  label,
  initial,
  min,
  max,
  unit,
  ...more,
  read(raw, path, refuse) {
    if (typeof raw === 'number' && Number.isInteger(raw) && raw >= min && raw <= max) return raw;
    refuse(path, `${label}应为 ${min} 到 ${max} 的整数`);
    return initial;
  },
});
/** Yes or no. */
export const toggle = (label: string, initial: boolean, more: More = {}): PartField<boolean> => ({
  kind: 'toggle',
  label,
  initial,
  ...more,
  read(raw, path, refuse) {
    if (typeof raw === 'boolean') return raw;
    refuse(path, `${label}应为是或否`);
    return initial;
  },
});
/** One of a few values. */
export const choice = <const O extends Readonly<Record<string, string>>>(
  label: string,
  options: O,
  initial: keyof O & string,
  more: More = {},
): PartField<keyof O & string> => ({
  kind: 'choice',
  label,
  initial,
  options,
  ...more,
  read(raw, path, refuse) {
    if (typeof raw === 'string' && Object.hasOwn(options, raw)) return raw;
    refuse(path, `${label}没有这一项`);
    return initial;
  },
});
const hex = /^#[0-9A-F]{6}$/;
/** A colour `#RRGGBB`; empty follows the page, in light and dark. */
export const colour = (label: string, initial = '', more: More = {}): PartField<string> => ({
  kind: 'colour',
  label,
  initial,
  ...more,
  read(raw, path, refuse) {
    const said = typeof raw === 'string' ? raw.toUpperCase() : null;
    if (said !== null && (said === '' || hex.test(said))) return said;
    refuse(path, `${label}应为 #RRGGBB 形式的颜色`);
    return initial;
  },
});
/** A category of goods; empty means all. */
export const category = (label: string, more: More = {}): PartField<string> => ({
  kind: 'category',
  label,
  initial: '',
  ...more,
  read(raw, path, refuse) {
    if (typeof raw === 'string' && /^[A-Za-z0-9]{0,32}$/.test(raw)) return raw;
    refuse(path, `${label}没有这一项`);
    return '';
  },
});

/** Tells of names that nothing here has: what is not known is refused, not carried along. */
export function refuseUnknown(
  raw: Readonly<Record<string, unknown>>,
  known: (key: string) => boolean,
  path: string,
  refuse: Refuse,
): void {
  for (const key of Object.keys(raw))
    if (!known(key)) return refuse(path, `不认识的属性“${cleanText(key).slice(0, 30)}”`);
}

const stored = (kind: 'picture' | 'video', label: string, help?: string): PartField<Stored | null> => ({
  kind,
  label,
  initial: null,
  ...(help === undefined ? {} : { help }),
  read(raw, path, refuse) {
    if (raw === null) return null;
    if (!isRecord(raw) || typeof raw['file'] !== 'string' || !isUuid(raw['file'])) {
      refuse(path, `${label}只能用上传的文件`);
      return null;
    }
    refuseUnknown(raw, (key) => ['file', 'name', 'alt'].includes(key), path, refuse);
    const { file, name = '', alt = '' } = raw;
    if (typeof name !== 'string' || name.length > 200 || typeof alt !== 'string' || alt.length > 100) {
      refuse(path, `${label}的替代文字最多 100 个字`);
      return null;
    }
    return { file, name: cleanText(name), alt: cleanText(alt) };
  },
});
/** A picture that was uploaded. */
export const picture = (label: string, help?: string) => stored('picture', label, help);
/** A video that was uploaded. */
export const video = (label: string, help?: string) => stored('video', label, help);

/** Where something leads. */
export const link = (label: string): PartField<Link> => ({
  kind: 'link',
  label,
  initial: noLink,
  read(raw, path, refuse) {
    if (!isRecord(raw)) {
      refuse(path, `${label}应为列表里的跳转`);
      return noLink;
    }
    const { to, id = '', name = '' } = raw;
    refuseUnknown(raw, (key) => ['to', 'id', 'name'].includes(key), path, refuse);
    if (!isLinkKind(to)) refuse(path, `${label}不能跳转到这里`);
    else if (typeof id !== 'string' || !isLinkId(to, id)) refuse(path, `${label}的目标不完整，请重新选择`);
    else if (typeof name !== 'string' || name.length > 100) refuse(path, `${label}的名称过长`);
    else return { to, id: to === 'search' ? cleanText(id) : id, name: cleanText(name) };
    return noLink;
  },
});
const named = (kind: 'goods' | 'shops', label: string, max: number, more: More): PartField<readonly Named[]> => ({
  kind,
  label,
  initial: [],
  max,
  ...more,
  read(raw, path, refuse) {
    if (!Array.isArray(raw) || raw.length > max) {
      refuse(path, `${label}最多 ${max} 个`);
      return [];
    }
    return raw.flatMap((one: unknown, at): Named[] => {
      if (!isRecord(one)) refuse(`${path}.${at}`, `${label}第 ${at + 1} 项不完整`);
      else {
        const { id, name = '' } = one;
        if (typeof id === 'string' && isUuid(id) && typeof name === 'string' && name.length <= 100)
          return [{ id, name: cleanText(name) }];
        refuse(`${path}.${at}`, `${label}第 ${at + 1} 项不完整`);
      }
      return [];
    });
  },
});
/** Goods that are named one by one. */
export const chosenGoods = (label: string, max: number, more: More = {}) => named('goods', label, max, more);
/** Shops that are named one by one. */
export const chosenShops = (label: string, max: number, more: More = {}) => named('shops', label, max, more);

/** The values of fields, read by name; what is left out has its first value. */
export function readFields<F extends PartFields>(
  fields: F,
  raw: Readonly<Record<string, unknown>>,
  path: string,
  refuse: Refuse,
): ValuesOf<F> {
  refuseUnknown(raw, (key) => Object.hasOwn(fields, key), path, refuse);
  const values: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(fields))
    values[key] = raw[key] === undefined ? field.initial : field.read(raw[key], `${path}.${key}`, refuse);
  // Each was read by the field whose type it has; `entries` forgets the names.
  return values as ValuesOf<F>;
}

/** A list of items with fields of their own. */
export const items = <const F extends PartFields>(
  label: string,
  item: string,
  of: F,
  { least = 0, most, initial }: { least?: number; most: number; initial: readonly Partial<ValuesOf<F>>[] },
): PartField<readonly ValuesOf<F>[]> => ({
  kind: 'items',
  label,
  item,
  of,
  min: least,
  max: most,
  initial: initial.map((values) => ({ ...firstOf(of), ...values })),
  read(raw, path, refuse) {
    if (!Array.isArray(raw)) {
      refuse(path, `${label}应为列表`);
      return [];
    }
    if (raw.length > most || raw.length < least) {
      refuse(path, `${label}应有 ${least} 到 ${most} 项`);
      return [];
    }
    return raw.map((one: unknown, at) => {
      if (isRecord(one)) return readFields(of, one, `${path}.${at}`, refuse);
      refuse(`${path}.${at}`, `${label}第 ${at + 1} 项不完整`);
      return firstOf(of);
    });
  },
});

/** What fields hold before anybody changed them. */
export const firstOf = <F extends PartFields>(fields: F): ValuesOf<F> =>
  Object.fromEntries(Object.entries(fields).map(([key, { initial }]) => [key, initial])) as ValuesOf<F>;
