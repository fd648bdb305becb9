// Parses a design from untrusted text and upgrades older formats.
import * as z from 'zod/mini';
import { integer, text } from '../../kit/field.ts';
import type { ListItem } from '../../kit/nested-fields.ts';
import { colour, isRecord, listPageValues, readValues, strictSchema, unknownKeyProblem, type Refuse } from './field.ts';
import { designLimits } from './limits.ts';
import { isPartType, kindOf, walkParts, type Part } from './parts.ts';

export const pageFields = {
  title: text(30, '页面标题').default('店铺首页'),
  description: text(100, '分享说明').default(''),
  background: colour('页面背景'),
  accent: colour('主色', '#0B63BC'),
  gap: integer('组件间距', { max: 24, unit: 'px' }).default(12),
};
const pageSchema = strictSchema(pageFields);
export interface Design {
  readonly page: Readonly<ListItem<typeof pageFields>>;
  readonly parts: readonly Part[];
}
/** An error in a design, and its path, for example `parts.3.props.radius`. */
export interface DesignProblem {
  readonly path: string;
  readonly message: string;
}
export type DesignReadResult =
  | { readonly design: Design; readonly upgraded: boolean; readonly problems: null }
  | { readonly design: null; readonly problems: readonly DesignProblem[] };

/** Version of the format in which designs are written. */
export const designFormat = 2;
export const emptyDesign: Design = { page: z.parse(pageSchema, {}), parts: [] };

const refuseDesign = (message: string, path = ''): DesignReadResult => ({
  design: null,
  problems: [{ path, message }],
});

/** Whether the brackets of a text are nested too deeply. It checks the text before it is parsed. */
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

// Converts format 1, the designer state of the specification: a list of components that have their fields next to their
// type.
function upgradeFormat1(raw: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
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
/** Thrown when a design has the maximum number of problems, so that the rest of a hostile design is not read. */
class TooManyProblems extends Error {}

function refuseTooManyParts(path: string, refuse: Refuse): never {
  refuse(path, `一个页面最多 ${designLimits.parts} 个组件`);
  throw new TooManyProblems();
}

interface ParseState {
  readonly refuse: Refuse;
  readonly ids: Set<string>;
  readonly singles: Set<string>;
  upgraded: boolean;
}

function readParts(raw: unknown, path: string, nesting: number, parseState: ParseState): Part[] {
  const { refuse } = parseState;
  if (!Array.isArray(raw)) {
    refuse(path, '组件应为列表');
    return [];
  }
  if (parseState.ids.size + raw.length > designLimits.parts) refuseTooManyParts(path, refuse);
  return raw.flatMap((one: unknown, at) => readPart(one, `${path}.${at}`, nesting, parseState) ?? []);
}

function readPart(raw: unknown, path: string, nesting: number, parseState: ParseState): Part | null {
  const { refuse, ids, singles } = parseState;
  const refusePart = (message: string) => {
    refuse(path, message);
    return null;
  };
  if (!isRecord(raw)) return refusePart('组件不完整');
  const { id, type, v = 1, props = {}, slots = [], ...others } = raw;
  const unknown = unknownKeyProblem(others);
  if (unknown !== null) refuse(path, unknown);
  if (!isPartType(type)) return refusePart('没有这种组件');
  const kind = kindOf(type);
  if (typeof id !== 'string' || !partId.test(id)) return refusePart(`${kind.label}的编号有误`);
  if (ids.has(id)) return refusePart(`组件编号“${id}”重复`);
  ids.add(id);
  if (kind.single) {
    if (singles.has(type)) return refusePart(`${kind.label}一个页面只能有一个`);
    if (nesting > 0) return refusePart(`${kind.label}不能放进其他组件`);
    singles.add(type);
  }
  if (typeof v !== 'number' || !Number.isInteger(v) || v < 1) return refusePart(`${kind.label}的版本有误`);
  if (v > kind.version) return refusePart(`${kind.label}是更新的版本做的，请刷新页面后再打开`);
  if (!isRecord(props)) return refusePart(`${kind.label}的属性不完整`);
  let current = props;
  for (let from = v; from < kind.version; from += 1) {
    current = kind.upgrade?.[from]?.(current) ?? current;
    parseState.upgraded = true;
  }
  const slotCount = kind.slots ?? 0;
  if (!Array.isArray(slots) || slots.length > slotCount)
    return refusePart(slotCount === 0 ? `${kind.label}里不能放组件` : `${kind.label}最多 ${slotCount} 栏`);
  if (slotCount > 0 && nesting >= designLimits.nesting) return refusePart(`组件最多套 ${designLimits.nesting} 层`);
  const values = readValues(kind.fields, kind.schema, current, `${path}.props`, refuse);
  const inner = Array.from({ length: slotCount }, (_, at) =>
    slots[at] === undefined ? [] : readParts(slots[at], `${path}.slots.${at}`, nesting + 1, parseState),
  );
  // The cast is safe: the values were parsed with the fields of this kind of part.
  return { id, type, props: values, slots: inner } as unknown as Part;
}

export function readDesign(text: string): DesignReadResult {
  if (text.length > designLimits.characters)
    return refuseDesign(
      `页面设计过大：最多 ${designLimits.characters / 1024} KB，现在 ${Math.ceil(text.length / 1024)} KB`,
    );
  if (isTooDeep(text)) return refuseDesign('页面设计层级过深');
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return refuseDesign('页面设计不是有效的 JSON');
  }
  if (!isRecord(raw)) return refuseDesign('页面设计不完整');
  const { format = 1 } = raw;
  if (format !== 1 && format !== designFormat) return refuseDesign('页面设计是更新的版本做的，请刷新页面后再打开');
  const current = format === 1 ? upgradeFormat1(raw) : raw;
  const problems: DesignProblem[] = [];
  const parseState: ParseState = {
    refuse(path, message) {
      problems.push({ path, message });
      if (problems.length >= designLimits.told) throw new TooManyProblems();
    },
    ids: new Set(),
    singles: new Set(),
    upgraded: format !== designFormat,
  };
  try {
    const { format: _format, page = {}, parts = [], ...others } = current;
    const unknown = unknownKeyProblem(others);
    if (unknown !== null) parseState.refuse('', unknown);
    if (!isRecord(page)) parseState.refuse('page', '页面设置不完整');
    const design: Design = {
      page: readValues(pageFields, pageSchema, page, 'page', parseState.refuse) ?? emptyDesign.page,
      parts: readParts(parts, 'parts', 0, parseState),
    };
    if (problems.length === 0) return { design, upgraded: parseState.upgraded, problems: null };
  } catch (error) {
    if (!(error instanceof TooManyProblems)) throw error;
  }
  return { design: null, problems };
}

interface SerializedPart {
  id: string;
  type: string;
  v: number;
  props: unknown;
  slots?: SerializedPart[][];
}
const serializePart = (part: Part): SerializedPart => ({
  id: part.id,
  type: part.type,
  v: kindOf(part.type).version,
  props: part.props,
  ...(part.slots.length === 0 ? {} : { slots: part.slots.map((slot) => slot.map(serializePart)) }),
});

export const writeDesign = ({ page, parts }: Design): string =>
  JSON.stringify({ format: designFormat, page, parts: parts.map(serializePart) });

export function listFileIds({ parts }: Design): { pictures: string[]; videos: string[] } {
  const fileIds = { picture: new Set<string>(), video: new Set<string>() };
  for (const { type, props } of walkParts(parts))
    for (const { kind, value } of listPageValues(kindOf(type).fields, props))
      if ((kind === 'picture' || kind === 'video') && value) fileIds[kind].add(value.file);
  return { pictures: [...fileIds.picture], videos: [...fileIds.video] };
}
