// Reads the input fields of a call from its schema, so that generated suites need no list of calls.
import * as z from 'zod/mini';
import type { Call } from '@anlan/contract/http/call-table';

export interface Field {
  key: string;
  place: 'path' | 'query' | 'body';
  required: boolean;
  takes(value: unknown): boolean;
  /** Whether the field accepts an id or file address of the product, and little else. */
  refers: boolean;
  json: { type?: string; enum?: unknown[]; pattern?: string; maxLength?: number };
}

type Def = { type: string; shape?: Record<string, z.ZodMiniType>; in?: z.ZodMiniType; out?: z.ZodMiniType };
const defOf = (schema: z.ZodMiniType) => schema.def as unknown as Def;

function shapeOf(schema: z.ZodMiniType): Record<string, z.ZodMiniType> | null {
  const { type, shape, in: inner, out } = defOf(schema);
  if (type === 'object' && shape) return shape;
  return (inner && shapeOf(inner)) ?? (out && shapeOf(out)) ?? null;
}

const uuid = '01a00000-0000-7000-8000-000000000000';
const fileUrl = `/upms/file/${uuid}`;

const fieldsByCall = new WeakMap<Call, readonly Field[]>();
/** The fields of a call, with the filters of a list; cached, because every generated request needs them. */
export function fieldsOf(call: Call): readonly Field[] {
  const fields = fieldsByCall.get(call) ?? readFields(call);
  fieldsByCall.set(call, fields);
  return fields;
}

function readFields(call: Call): Field[] {
  const { filter, ...rest } = shapeOf(call.input) ?? {};
  const filters = filter === undefined ? null : shapeOf(filter);
  const shape = { ...rest, ...(filters ?? (filter === undefined ? {} : { filter })) };
  const usual = call.method === 'GET' || call.file ? 'query' : 'body';
  return Object.entries(shape).map(([key, schema]) => {
    const takes = (value: unknown) => z.safeDecode(schema, value as never).success;
    return {
      key,
      place: call.in[key] ?? usual,
      required: !takes(undefined),
      takes,
      refers: (takes(uuid) || takes(fileUrl)) && !takes('文字 text'),
      json: z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Field['json'],
    };
  });
}

// Forms of a file reference: its address, an attachment, or a platform picture.
const fileForms: readonly ((id: string) => unknown)[] = [
  (id) => `/upms/file/${id}`,
  (id) => [{ id, name: '附件' }],
  (id) => `/upms/tenant/logo/${id}`,
];
/** Returns the form in which a field refers to a file; null when the field refers to no file. */
export function fileFormOf(field: Field): ((id: string) => unknown) | null {
  if (field.takes('文字 text') || field.takes('/')) return null;
  return fileForms.find((form) => field.takes(form(uuid)) && !field.takes(form('x'))) ?? null;
}

export const isList = (call: Call): boolean => {
  const keys = fieldsOf(call).map(({ key }) => key);
  return ['current', 'size', 'descs', 'ascs'].every((key) => keys.includes(key));
};

const usual = [uuid, fileUrl, '1', 1, true, 'pc', '2026-01-31', '330108', '0123456789abcdef', '文字', [], {}, null];

/** Returns a valid value for the field; undefined when the field is optional. */
export function guess(field: Field): unknown {
  if (!field.required) return undefined;
  const choice = field.json.enum?.find(field.takes);
  return choice ?? usual.find(field.takes);
}

export const namingNothing = (call: Call): Record<string, string> =>
  Object.fromEntries(
    fieldsOf(call).flatMap(({ key, place }) =>
      place === 'path' ? [[key, call.id === 'tenant' ? '1' : call.id === 'word' ? 'x' : crypto.randomUUID()]] : [],
    ),
  );
