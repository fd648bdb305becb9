// What a move asks, by the declaration alone.
import { Field } from '@anlan/contract/kit/field';
import type { Move } from '@anlan/contract/kit/machine';
import { isDerived } from '@anlan/contract/kit/resource';
import { changesOf, defaultsOf, filledOf, formOf } from './field-rules.ts';
import { fieldsOf, type AnyResource, type AnyRow, type Values } from './resource.ts';

/** The move of a name; one that the resource does not have is a mistake of the page. */
export function moveOf({ name: resource, states }: AnyResource, name: string): Move {
  const move = states?.moves[name];
  if (move === undefined) throw new Error(`${resource} has no move ${name}`);
  return move;
}

/** What a move asks, as a form takes it. */
export const askedOf = (of: AnyResource, name: string): AnyResource => ({
  ...of,
  fields: moveOf(of, name).ask ?? {},
  states: undefined,
});

/** Whether anything is asked. */
export const asksAny = ({ ask = {} }: Move): boolean => Object.keys(ask).length > 0;

/** Whether a form can ask all of it: what has a schema of its own needs a control of the page. */
export const isAskable = ({ ask = {} }: Move, controls: Readonly<Record<string, unknown>> = {}): boolean =>
  Object.entries(ask).every(([key, { spec }]) => spec.kind !== 'json' || controls[key] !== undefined);

/** Said of the move itself, and never what was said at the one before. */
const spoken: ReadonlySet<string> = new Set(['reason', 'opinion', 'files']);

/** What the form of a move begins with: what the row holds of it already, then what the page says. */
export function begunOf(of: AnyResource, name: string, row: AnyRow, preset: Values = {}): Values {
  const asked = askedOf(of, name);
  const held = Object.entries(formOf(asked, row)).filter(([key]) => !spoken.has(key));
  return { ...defaultsOf(asked), ...filledOf(asked, Object.fromEntries(held)), ...preset };
}

/** What a move is sent: what it must have, and what differs from what the row holds. */
export function sentOf(of: AnyResource, name: string, held: Values, typed: Values): Values {
  const asked = askedOf(of, name);
  const must = fieldsOf(asked).flatMap(([key, { required }]) =>
    required && Object.hasOwn(typed, key) ? [[key, typed[key]] as const] : [],
  );
  const known = Object.fromEntries(Object.entries(held).filter(([key]) => !spoken.has(key)));
  return { ...Object.fromEntries(must), ...changesOf(asked, known, typed) };
}

/** A row as it is told about when somebody else moved it first: what may be typed, its state, and what is asked. */
export function toldOf(of: AnyResource, name: string): AnyResource {
  const shown = Object.entries(of.fields).flatMap(([key, field]) =>
    key === of.states?.field
      ? [[key, new Field(field.schemas, { ...field.spec, kept: false })] as const]
      : isDerived(field.spec)
        ? []
        : [[key, field] as const],
  );
  return { ...of, fields: { ...Object.fromEntries(shown), ...askedOf(of, name).fields } };
}
