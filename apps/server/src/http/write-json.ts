import * as z from 'zod/mini';
import { encoderOf, refuse } from './schema-encoder.ts';

/** Serializes a value to JSON. Undefined means that the parent omits the field. */
type Write = (value: unknown) => string | undefined;

export class Written {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const writers = new WeakMap<z.core.$ZodType, Write>();

/**
 * Returns a compiled writer. The result equals `JSON.stringify(encoderOf(schema)(value))`, but no intermediate object
 * is built.
 */
export function writerOf(schema: z.core.$ZodType, field = 'data'): Write {
  let write = writers.get(schema);
  if (!write) writers.set(schema, (write = make(schema, field)));
  return write;
}

function make(schema: z.core.$ZodType, field: string): Write {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return def.catchall ? encoded(schema, field) : objectOf(def.shape, field);
    case 'array':
      return arrayOf(writerOf(def.element, field), field);
    case 'nullable': {
      const inner = writerOf(def.innerType, field);
      return (value) => (value === null ? 'null' : inner(value));
    }
    case 'optional': {
      const inner = writerOf(def.innerType, field);
      return (value) => (value === undefined ? undefined : inner(value));
    }
    case 'pipe': {
      const { reverseTransform } = def;
      if (!reverseTransform) return encoded(schema, field);
      const [first, last] = [encoderOf(def.out, field), writerOf(def.in, field)];
      return (value) => {
        const payload = { value: first(value), issues: [] };
        const wire = reverseTransform(payload.value, payload);
        return payload.issues.length > 0 ? refuse(field, 'valid value') : last(wire);
      };
    }
    case 'string':
      return (value) => (typeof value === 'string' ? quoted(value) : refuse(field, 'string'));
    case 'number':
      return (value) =>
        typeof value === 'number' ? (Number.isFinite(value) ? String(value) : 'null') : refuse(field, 'number');
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? String(value) : refuse(field, 'boolean'));
    default:
      return encoded(schema, field);
  }
}

function encoded(schema: z.core.$ZodType, field: string): Write {
  const encode = encoderOf(schema, field);
  return (value) => JSON.stringify(encode(value));
}

function arrayOf(item: Write, field: string): Write {
  return (value) => {
    if (!Array.isArray(value)) return refuse(field, 'list');
    let text = '[';
    for (let at = 0; at < value.length; at += 1) text += `${at === 0 ? '' : ','}${item(value[at]) ?? 'null'}`;
    return `${text}]`;
  };
}

function objectOf(shape: z.core.$ZodShape, field: string): Write {
  // Built at the first answer, because a tree schema contains itself.
  let fields: { name: string; head: string; write: Write }[] | undefined;
  return (value) => {
    if (typeof value !== 'object' || value === null) return refuse(field, 'object');
    fields ??= Object.entries(shape).map(([name, inner]) => ({
      name,
      head: `${JSON.stringify(name)}:`,
      write: writerOf(inner, name),
    }));
    const source = value as Readonly<Record<string, unknown>>;
    let text = '';
    for (const { name, head, write } of fields) {
      const written = write(source[name]);
      if (written !== undefined) text += `${text === '' ? '{' : ','}${head}${written}`;
    }
    return text === '' ? '{}' : `${text}}`;
  };
}

const special = /["\\\u0000-\u001f\ud800-\udfff]/;
const quoted = (text: string) => (special.test(text) ? JSON.stringify(text) : `"${text}"`);
