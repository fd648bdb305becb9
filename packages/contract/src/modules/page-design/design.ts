// A design as data: read from text that anybody may have written, older forms made into what is kept today.
import * as z from 'zod/mini';
import { integer, text } from '../../kit/field.ts';
import type { ListItem } from '../../kit/list.ts';
import { colour, isRecord, ownValues, readValues, strict, unknownKey, type Refuse } from './field.ts';
import { designLimits } from './limits.ts';
import { isPartType, kindOf, walk, type Part } from './parts.ts';

/** What the page as a whole has. */
export const pageFields = {
  title: text(30, '页面标题').default('店铺首页'),
  description: text(100, '分享说明').default(''),
  background: colour('页面背景'),
  accent: colour('主色', '#0B63BC'),
  gap: integer('组件间距', { max: 24, unit: 'px' }).default(12),
};
const pageSchema = strict(pageFields);
/** A design. */
export interface Design {
  readonly page: Readonly<ListItem<typeof pageFields>>;
  readonly parts: readonly Part[];
}
/** What does not fit, and where: `parts.3.props.radius`. */
export interface DesignProblem {
  readonly path: string;
  readonly message: string;
}
/** A design that was read, or why it was not. */
export type ReadDesign =
  | { readonly design: Design; readonly upgraded: boolean; readonly problems: null }
  | { readonly design: null; readonly problems: readonly DesignProblem[] };

/** Form of what is written today. */
export const designFormat = 2;
/** A page with nothing on it. */
export const emptyDesign: Design = { page: z.parse(pageSchema, {}), parts: [] };

const refused = (message: string, path = ''): ReadDesign => ({ design: null, problems: [{ path, message }] });

/** Whether brackets stand deeper in one another than any design of ours, found without building anything. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (inString) {
      if (char === 92) at += 1;
      else if (char === 34) inString = false;
    } else if (char === 34) inString = true;
    else if (char === 123 || char === 91) {
      if ((depth += 1) > designLimits.brackets) return true;
    } else if (char === 125 || char === 93) depth -= 1;
  }
  return false;
}

// The first form: the specification's state of the designer, a list of components whose fields stand beside their type.
function fromFirstForm(raw: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { format: _format, pageId: _page, shopId: _shop, components, title, ...rest } = raw;
  const parts = Array.isArray(components)
    ? components.map((one: unknown, at) => {
        if (!isRecord(one)) return one;
        const { id, type, v = 1, ...props } = one;
        return { id: id ?? `c${at + 1}`, type, v, props };
      })
    : components;
  return { format: 2, page: title === undefined ? {} : { title }, parts, ...rest };
}

const partId = /^[a-z0-9]{1,16}$/;
/** Thrown once enough faults are known: the rest of a hostile design is not looked at. */
class Enough extends Error {}

function tooMany(path: string, refuse: Refuse): never {
  refuse(path, `一个页面最多 ${designLimits.parts} 个组件`);
  throw new Enough();
}

interface Reading {
  readonly refuse: Refuse;
  readonly ids: Set<string>;
  readonly singles: Set<string>;
  upgraded: boolean;
}

function readParts(raw: unknown, path: string, nesting: number, reading: Reading): Part[] {
  const { refuse } = reading;
  if (!Array.isArray(raw)) {
    refuse(path, '组件应为列表');
    return [];
  }
  if (reading.ids.size + raw.length > designLimits.parts) tooMany(path, refuse);
  return raw.flatMap((one: unknown, at) => readPart(one, `${path}.${at}`, nesting, reading) ?? []);
}

function readPart(raw: unknown, path: string, nesting: number, reading: Reading): Part | null {
  const { refuse, ids, singles } = reading;
  const told = (message: string) => {
    refuse(path, message);
    return null;
  };
  if (!isRecord(raw)) return told('组件不完整');
  const { id, type, v = 1, props = {}, slots = [], ...others } = raw;
  const unknown = unknownKey(others);
  if (unknown !== null) refuse(path, unknown);
  if (!isPartType(type)) return told('没有这种组件');
  const kind = kindOf(type);
  if (typeof id !== 'string' || !partId.test(id)) return told(`${kind.label}的编号有误`);
  if (ids.has(id)) return told(`组件编号“${id}”重复`);
  ids.add(id);
  if (kind.single) {
    if (singles.has(type)) return told(`${kind.label}一个页面只能有一个`);
    if (nesting > 0) return told(`${kind.label}不能放进其他组件`);
    singles.add(type);
  }
  if (typeof v !== 'number' || !Number.isInteger(v) || v < 1) return told(`${kind.label}的版本有误`);
  if (v > kind.version) return told(`${kind.label}是更新的版本做的，请刷新页面后再打开`);
  if (!isRecord(props)) return told(`${kind.label}的属性不完整`);
  let current = props;
  for (let from = v; from < kind.version; from += 1) {
    current = kind.upgrade?.[from]?.(current) ?? current;
    reading.upgraded = true;
  }
  const wanted = kind.slots ?? 0;
  if (!Array.isArray(slots) || slots.length > wanted)
    return told(wanted === 0 ? `${kind.label}里不能放组件` : `${kind.label}最多 ${wanted} 栏`);
  if (wanted > 0 && nesting >= designLimits.nesting) return told(`组件最多套 ${designLimits.nesting} 层`);
  const values = readValues(kind.fields, kind.schema, current, `${path}.props`, refuse);
  const inner = Array.from({ length: wanted }, (_, at) =>
    slots[at] === undefined ? [] : readParts(slots[at], `${path}.slots.${at}`, nesting + 1, reading),
  );
  // The values were read by the fields of this very kind.
  return { id, type, props: values, slots: inner } as unknown as Part;
}

/** Reads a design from its text; of one that does not fit it tells what and where. */
export function readDesign(text: string): ReadDesign {
  if (text.length > designLimits.characters)
    return refused(`页面设计过大：最多 ${designLimits.characters / 1024} KB，现在 ${Math.ceil(text.length / 1024)} KB`);
  if (isTooDeep(text)) return refused('页面设计层级过深');
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return refused('页面设计不是有效的 JSON');
  }
  if (!isRecord(raw)) return refused('页面设计不完整');
  const { format = 1 } = raw;
  if (format !== 1 && format !== designFormat) return refused('页面设计是更新的版本做的，请刷新页面后再打开');
  const current = format === 1 ? fromFirstForm(raw) : raw;
  const problems: DesignProblem[] = [];
  const reading: Reading = {
    refuse(path, message) {
      problems.push({ path, message });
      if (problems.length >= designLimits.told) throw new Enough();
    },
    ids: new Set(),
    singles: new Set(),
    upgraded: format !== designFormat,
  };
  try {
    const { format: _format, page = {}, parts = [], ...others } = current;
    const unknown = unknownKey(others);
    if (unknown !== null) reading.refuse('', unknown);
    if (!isRecord(page)) reading.refuse('page', '页面设置不完整');
    const design: Design = {
      page: readValues(pageFields, pageSchema, page, 'page', reading.refuse) ?? emptyDesign.page,
      parts: readParts(parts, 'parts', 0, reading),
    };
    if (problems.length === 0) return { design, upgraded: reading.upgraded, problems: null };
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
  return { design: null, problems };
}

interface WrittenPart {
  id: string;
  type: string;
  v: number;
  props: unknown;
  slots?: WrittenPart[][];
}
const written = (part: Part): WrittenPart => ({
  id: part.id,
  type: part.type,
  v: kindOf(part.type).version,
  props: part.props,
  ...(part.slots.length === 0 ? {} : { slots: part.slots.map((slot) => slot.map(written)) }),
});

/** The text of a design, in today's form. */
export const writeDesign = ({ page, parts }: Design): string =>
  JSON.stringify({ format: designFormat, page, parts: parts.map(written) });

/** Ids of the files that a design names. */
export function filesOf({ parts }: Design): { pictures: string[]; videos: string[] } {
  const found = { picture: new Set<string>(), video: new Set<string>() };
  for (const { type, props } of walk(parts))
    for (const { kind, value } of ownValues(kindOf(type).fields, props))
      if ((kind === 'picture' || kind === 'video') && value) found[kind].add(value.file);
  return { pictures: [...found.picture], videos: [...found.video] };
}
