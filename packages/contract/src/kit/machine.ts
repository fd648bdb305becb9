// States of a resource: each move becomes a call, an ability of the row, a button, a row of history and an audit entry.
import * as z from 'zod/mini';
import { toldChange } from '../domain/change.ts';
import { id, instant } from '../domain/fields.ts';
import type { Field, Fields, Traits } from './field.ts';

/** One way from a state to another. */
export interface Move<F extends Fields = Fields> {
  /** States that it leads away from. */
  readonly from: readonly string[];
  /** State that it leads to; where it is missing the state stays. */
  readonly to?: string;
  /** Word of its button. */
  readonly label: string;
  /** Verb of the permit that it asks for; `edit` where none is named. */
  readonly permit?: string;
  /** What the person is asked; fields that the resource has too are stored, `reason` and `files` stand in the history. */
  readonly ask?: F;
  /** Cannot be taken back. */
  readonly danger?: boolean;
  /**
   * Moves that take it back right after: the one that leads to the state where the row was. What it asks is what the row
   * held, so it stands here only where nothing else comes of the move that would stay.
   */
  readonly undo?: readonly string[];
}
/** Moves by name. */
export type Moves = Readonly<Record<string, Move>>;

/** The states of a resource: the field that holds them, and the moves between them. */
export interface States<M extends Moves> {
  readonly field: string;
  readonly moves: M;
}

type TraitsOf<F> = F extends Field<infer T extends Traits> ? T : never;
type RequiredKeys<F extends Fields> = {
  [K in keyof F]: TraitsOf<F[K]>['requiredInput'] extends true ? K : never;
}[keyof F];
type Asked<F extends Fields> = { [K in RequiredKeys<F>]: TraitsOf<F[K]>['value'] } & {
  [K in Exclude<keyof F, RequiredKeys<F>>]?: TraitsOf<F[K]>['value'] | null | undefined;
};
/** What a move is called with: the row, the version that the person saw, and what is asked. */
export type MoveInput<M> = { id: string; version: number } & (M extends { ask: infer F extends Fields }
  ? Asked<F>
  : {});

/** The schema of a move's input. */
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

/** One move of a row, as its history shows it. */
export const historyRow = z.object({
  id,
  /** Name of the move; `create` for the beginning, `update` for a change that moved nothing. */
  move: z.string(),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  /** Name of who moved it, as it was then; null where the system did. */
  byName: z.nullable(z.string()),
  at: instant,
  /** What was said about it. */
  note: z.nullable(z.string()),
  files: z.array(z.object({ id, name: z.string() })),
  /** What a change changed, field by field. */
  changes: z.array(toldChange),
});
/** One move of a row. */
export type HistoryRow = z.output<typeof historyRow>;

/** Checks a machine against the values of its field, so that a misspelt state ends the start. */
export function checkStates(name: string, states: States<Moves>, fields: Fields): void {
  const values = fields[states.field]?.spec.values;
  if (!values) throw new Error(`${name}: the states stand in no field of kind oneOf`);
  for (const [move, { from, to, undo = [] }] of Object.entries(states.moves)) {
    for (const state of [...from, ...(to === undefined ? [] : [to])])
      if (!values.includes(state)) throw new Error(`${name}.${move}: ${state} is no state`);
    for (const back of undo) if (!states.moves[back]) throw new Error(`${name}.${move}: ${back} is no move`);
  }
}
