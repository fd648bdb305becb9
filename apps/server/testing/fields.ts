// What a call takes, read out of its row: the generated suites know no call by name.
import * as z from 'zod/mini';
import type { Call } from '@anlan/contract/http/dialect';

/** One field of a call's flat input. */
export interface Field {
  key: string;
  place: 'path' | 'query' | 'body';
  required: boolean;
  /** Whether the schema of this field alone takes a value as it comes over the wire. */
  takes(value: unknown): boolean;
  /** Takes one of our ids, or an own file address, and little else. */
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

const known = new WeakMap<Call, readonly Field[]>();
/** The fields of a call, filters of a list among them; read once, as every request of a generated suite asks. */
export function fieldsOf(call: Call): readonly Field[] {
  const fields = known.get(call) ?? readFields(call);
  known.set(call, fields);
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

// How a file is named: by its own address, as an attachment, or as a picture of the platform.
const fileForms: readonly ((id: string) => unknown)[] = [
  (id) => `/upms/file/${id}`,
  (id) => [{ id, name: '附件' }],
  (id) => `/upms/tenant/logo/${id}`,
];
/** How a field names a file; null for a field that names none. */
export function fileFormOf(field: Field): ((id: string) => unknown) | null {
  if (field.takes('文字 text') || field.takes('/')) return null;
  return fileForms.find((form) => field.takes(form(uuid)) && !field.takes(form('x'))) ?? null;
}

/** Whether a call answers a page of rows. */
export const isList = (call: Call): boolean => {
  const keys = fieldsOf(call).map(({ key }) => key);
  return ['current', 'size', 'descs', 'ascs'].every((key) => keys.includes(key));
};

const usual = [uuid, fileUrl, '1', 1, true, 'pc', '2026-01-31', '330108', '0123456789abcdef', '文字', [], {}, null];

/** Something the field takes; undefined where it may be left out. */
export function guess(field: Field): unknown {
  if (!field.required) return undefined;
  const choice = field.json.enum?.find(field.takes);
  return choice ?? usual.find(field.takes);
}

/** What stands in the address of a call, naming nothing that there is. */
export const namingNothing = (call: Call): Record<string, string> =>
  Object.fromEntries(
    fieldsOf(call).flatMap(({ key, place }) =>
      place === 'path' ? [[key, call.id === 'tenant' ? '1' : call.id === 'word' ? 'x' : crypto.randomUUID()]] : [],
    ),
  );
