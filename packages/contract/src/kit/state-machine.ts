// State machine of a resource. Each move becomes a call, an ability of the row, a button, a history entry and an audit
// entry.
import * as z from 'zod/mini';
import { labelledChange } from '../domain/field-change.ts';
import { id, instant } from '../domain/fields.ts';
import type { Field, Fields, Traits } from './field.ts';

export interface Move<F extends Fields = Fields> {
  readonly from: readonly string[];
  /** State after the move. If absent, the state does not change. */
  readonly to?: string;
  /** Button label. */
  readonly label: string;
  /** Message after the move; by default 已 and the label, which fits labels that are verbs. */
  readonly done?: string;
  /** Verb of the permit that the move requires; by default `edit`. */
  readonly permit?: string;
  /**
   * Input of the move. Fields of the resource are stored in the row; `reason` and `files` are stored in the history.
   */
  readonly ask?: F;
  /** Whether the move cannot be undone. */
  readonly danger?: boolean;
  /**
   * Names of the moves that can undo this move. The move that leads back to the previous state is used, and restores
   * the previous values of the row. Set `undo` only if this move has no other lasting effect.
   */
  readonly undo?: readonly string[];
  /** Call that makes the move, and its constant inputs; default: the call of the same name. Only for a listing. */
  readonly by?: { readonly call: string; readonly input?: Readonly<Record<string, unknown>> };
}
export type Moves = Readonly<Record<string, Move>>;

export interface States<M extends Moves> {
  readonly field: string;
  readonly moves: M;
}

type TraitsOf<F> = F extends Field<infer T extends Traits> ? T : never;
type RequiredKeys<F extends Fields> = {
  [K in keyof F]: TraitsOf<F[K]>['requiredInput'] extends true ? K : never;
}[keyof F];
/** Input that declared fields ask for. */
export type AskedValues<F extends Fields> = { [K in RequiredKeys<F>]: TraitsOf<F[K]>['value'] } & {
  [K in Exclude<keyof F, RequiredKeys<F>>]?: TraitsOf<F[K]>['value'] | null | undefined;
};
/** Input of a move: id of the row, the version that the person saw, and the input fields. */
export type MoveInput<M> = { id: string; version: number } & (M extends { ask: infer F extends Fields }
  ? AskedValues<F>
  : {});

export const moveInput = (move: Move) =>
  z.object({
    id,
    version: z.int(),
    ...Object.fromEntries(
      Object.entries<Field>(move.ask ?? {}).map(([key, { schemas, spec }]) => [
        key,
        spec.required ? schemas.input : z.optional(z.nullable(schemas.input)),
      ]),
    ),
  });

export const historyRow = z.object({
  id,
  /** Name of the move; `create` for a new row, `update` for a change without a move. */
  move: z.string(),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  /** Name of the person at that time; null if the system made the change. */
  byName: z.nullable(z.string()),
  at: instant,
  note: z.nullable(z.string()),
  files: z.array(z.object({ id, name: z.string() })),
  changes: z.array(labelledChange),
});
export type HistoryRow = z.output<typeof historyRow>;

/** Throws at startup if a move names a state that the field does not have. */
export function checkStates(name: string, states: States<Moves>, fields: Fields): void {
  const values = fields[states.field]?.spec.values;
  if (!values) throw new Error(`${name}: the states stand in no field of kind oneOf`);
  for (const [move, { from, to, undo = [] }] of Object.entries(states.moves)) {
    for (const state of [...from, ...(to === undefined ? [] : [to])])
      if (!values.includes(state)) throw new Error(`${name}.${move}: ${state} is no state`);
    for (const back of undo) if (!states.moves[back]) throw new Error(`${name}.${move}: ${back} is no move`);
  }
}
