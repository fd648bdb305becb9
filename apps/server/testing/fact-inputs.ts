// Inputs that may carry a fact that counts, read out of the call tables: times, days, and every number: amounts,
// durations, positions, quantities.
import * as z from 'zod/mini';
import type { Call } from '@anlan/contract/http/dialect';
import { workBodies } from '@anlan/contract/modules/delivery/delivery';

/** An input that may carry a counted fact. */
export interface FactInput {
  /** As the registry names it: `module.call.field`. */
  name: string;
  /** Keys that lead to it within the input; `*` is every element of a list. */
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
/** Texts that say a duration, a time of the day or a place. */
const measured = /(minutes|hours|seconds|latitude|longitude|accuracy)$/i;
/** Numbers that say which row, in which order or up to which size, and that no column keeps. */
const ordering = /version$|^(sort|seq|index|edition|limitSize)$/i;

/** Whether a schema takes an instant of the wire and no other text. */
const takesInstant = (schema: z.ZodMiniType): boolean => {
  const takes = (value: unknown) => z.safeDecode(schema, value as never).success;
  return takes('2026-03-01 10:00:00') && !takes('2026-03-01') && !takes('文字 text');
};

/** Whether a schema takes a day of the calendar and no other text: neither a moment nor a text that looks like a day. */
const takesDay = (schema: z.ZodMiniType): boolean => {
  const takes = (value: unknown) => z.safeDecode(schema, value as never).success;
  return takes('2026-03-01') && !takes('2026-13-41') && !takes('2026-03-01 10:00:00');
};

function leavesOf(schema: z.ZodMiniType, path: readonly string[]): Omit<FactInput, 'name'>[] {
  // What narrows a list is stored nowhere.
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
  const found = leavesOf(schema, []).map((leaf) => ({
    ...leaf,
    name: [name, ...leaf.path.filter((key) => key !== '*')].join('.'),
  }));
  return [...new Map(found.map((one) => [one.name, one])).values()];
};

/** Such inputs of a call. */
export const factInputsOf = (name: string, call: Call): FactInput[] => named(name, call.input);
/** Such inputs of work that phones send later, by the name of the work. */
export const workInputs = (): FactInput[] =>
  Object.entries(workBodies).flatMap(([kind, schema]) => named(kind, schema));
