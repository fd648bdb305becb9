// What a move asks, by the declaration alone.
import { Field } from '@anlan/contract/kit/field';
import type { Move } from '@anlan/contract/kit/machine';
import { isDerived } from '@anlan/contract/kit/resource';
import { changesOf, defaultsOf, filledOf, formOf } from './field-rules.ts';
import { fieldsOf, movesOf, type AnyResource, type AnyRow, type Values } from './resource.ts';

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

/** The moves that a row offers this person and a form can ask; those of a page's own dialogs are askable, too. */
export const offered = (
  of: AnyResource,
  row: Pick<AnyRow, 'abilities'>,
  controlsOf: (name: string) => Readonly<Record<string, unknown>> | 'own' | undefined,
): [string, Move][] => movesOf(of, row).filter(([name, move]) => mayAsk(move, controlsOf(name)));

const mayAsk = (move: Move, controls: Readonly<Record<string, unknown>> | 'own' | undefined) =>
  controls === 'own' || isAskable(move, controls);

/** What was done with a row, as a person would say it. */
export const movedWord = ({ states }: AnyResource, move: string): string =>
  states?.moves[move]?.label ?? plainWords[move] ?? move;
const plainWords: Readonly<Record<string, string>> = { create: '登记', update: '修改', remove: '删除' };

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

/**
 * The move that takes one back from what it makes of a row, and what it is sent: what the row held, and why. Null where
 * none is declared that leads there, or the row held nothing of what that one must be told.
 */
export function undoOf(of: AnyResource, name: string, row: AnyRow): { name: string; asked: Values } | null {
  const move = moveOf(of, name);
  const before = row[of.states?.field ?? ''];
  const after = move.to ?? before;
  for (const back of move.undo ?? []) {
    const way = moveOf(of, back);
    if ((way.to ?? after) !== before || !way.from.some((state) => state === after)) continue;
    const asked = fieldsOf(askedOf(of, back)).map(([key, { required = false }]) => ({
      key,
      required,
      value: key === 'reason' ? `撤销“${move.label}”` : Object.hasOwn(of.fields, key) ? (row[key] ?? null) : null,
    }));
    if (asked.some(({ required, value }) => required && value === null)) continue;
    return { name: back, asked: Object.fromEntries(asked.map(({ key, value }) => [key, value])) };
  }
  return null;
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
