// Inputs that may carry a counted fact, read from the call tables: times, days, and all numbers (amounts, durations,
// positions, quantities).
import * as z from 'zod/mini';
import type { Call } from '@anlan/contract/http/call-table';
import { workBodies } from '@anlan/contract/modules/delivery/offline-work';

export interface FactInput {
  /** Name in the fact registry: `module.call.field`. */
  name: string;
  /** Path inside the input; `*` is every list element. */
  path: readonly string[];
  kind: 'time' | 'day' | 'amount' | 'measure';
}

type Def = {
  type: string;
  shape?: Record<string, z.ZodMiniType>;
  element?: z.ZodMiniType;
  innerType?: z.ZodMiniType;
  in?: z.ZodMiniType;
  out?: z.ZodMiniType;
  options?: readonly z.ZodMiniType[];
};
const defOf = (schema: z.ZodMiniType) => schema.def as unknown as Def;
const measured = /(minutes|hours|seconds|latitude|longitude|accuracy)$/i;
/** Names of numbers that no column stores: row versions, orders and size limits. */
const ordering = /version$|^(sort|seq|index|edition|limitSize)$/i;

const takesInstant = (schema: z.ZodMiniType): boolean => {
  const takes = (value: unknown) => z.safeDecode(schema, value as never).success;
  return takes('2026-03-01 10:00:00') && !takes('2026-03-01') && !takes('文字 text');
};

/** Whether a schema accepts only calendar days: neither instants nor texts that merely look like a day. */
const takesDay = (schema: z.ZodMiniType): boolean => {
  const takes = (value: unknown) => z.safeDecode(schema, value as never).success;
  return takes('2026-03-01') && !takes('2026-13-41') && !takes('2026-03-01 10:00:00');
};

function leavesOf(schema: z.ZodMiniType, path: readonly string[]): Omit<FactInput, 'name'>[] {
  // Skips filters, because they are not stored.
  if (path[0] === 'filter') return [];
  if (takesInstant(schema)) return [{ path, kind: 'time' }];
  if (takesDay(schema)) return [{ path, kind: 'day' }];
  const { type, shape, element, innerType, in: inner, out, options = [] } = defOf(schema);
  const key = path.at(-1) ?? '';
  if (type === 'number' || (out && defOf(out).type === 'number'))
    return ordering.test(key) ? [] : [{ path, kind: key.endsWith('Fen') ? 'amount' : 'measure' }];
  if (shape) return Object.entries(shape).flatMap(([key, one]) => leavesOf(one, [...path, key]));
  if (element) return leavesOf(element, [...path, '*']);
  if (options.length > 0) return options.flatMap((one) => leavesOf(one, path));
  if (innerType ?? inner) return leavesOf((innerType ?? inner) as z.ZodMiniType, path);
  return measured.test(key) ? [{ path, kind: 'measure' }] : [];
}
const named = (name: string, schema: z.ZodMiniType): FactInput[] => {
  const leaves = leavesOf(schema, []).map((leaf) => ({
    ...leaf,
    name: [name, ...leaf.path.filter((key) => key !== '*')].join('.'),
  }));
  return [...new Map(leaves.map((one) => [one.name, one])).values()];
};

export const factInputsOf = (name: string, call: Call): FactInput[] => named(name, call.input);
export const workInputs = (): FactInput[] =>
  Object.entries(workBodies).flatMap(([kind, schema]) => named(kind, schema));
