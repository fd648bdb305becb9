// Which fields a state change (move) asks for and what it sends. Both depend only on the resource declaration.
import { Field } from '@anlan/contract/kit/field';
import type { Move } from '@anlan/contract/kit/state-machine';
import { isDerived } from '@anlan/contract/kit/resource';
import { changesOf, defaultsOf, filledOf, formOf } from './field-rules.ts';
import { fieldsOf, movesOf, type AnyResource, type AnyRow, type Values } from './resource.ts';

/** Returns the declaration of a state change (move). Throws when the resource has no such state change. */
export function moveOf({ name: resource, states }: AnyResource, name: string): Move {
  const move = states?.moves[name];
  if (move === undefined) throw new Error(`${resource} has no move ${name}`);
  return move;
}

/** The fields of a state change as a resource, so that the form can render them. */
export const moveFieldsOf = (of: AnyResource, name: string): AnyResource => ({
  ...of,
  fields: moveOf(of, name).ask ?? {},
  states: undefined,
});

export const asksAny = ({ ask = {} }: Move): boolean => Object.keys(ask).length > 0;

/** Whether a form can ask for all fields. A field with its own schema needs a control from the page. */
export const isAskable = ({ ask = {} }: Move, controls: Readonly<Record<string, unknown>> = {}): boolean =>
  Object.entries(ask).every(([key, { spec }]) => spec.kind !== 'json' || controls[key] !== undefined);

export const offered = (
  of: AnyResource,
  row: Pick<AnyRow, 'abilities'>,
  controlsOf: (name: string) => Readonly<Record<string, unknown>> | 'own' | undefined,
): [string, Move][] => movesOf(of, row).filter(([name, move]) => mayAsk(move, controlsOf(name)));

const mayAsk = (move: Move, controls: Readonly<Record<string, unknown>> | 'own' | undefined) =>
  controls === 'own' || isAskable(move, controls);

export const doneWord = ({ label, done = `已${label}` }: Move): string => done;

export const movedWord = ({ states }: AnyResource, move: string): string =>
  states?.moves[move]?.label ?? plainWords[move] ?? move;
const plainWords: Readonly<Record<string, string>> = { create: '登记', update: '修改', remove: '删除' };

/** Fields that belong to one state change only. Their former value is never the initial value of a new state change. */
const moveOnlyFields: ReadonlySet<string> = new Set(['reason', 'opinion', 'files']);

export function initialValuesOf(of: AnyResource, name: string, row: AnyRow, preset: Values = {}): Values {
  const moveFields = moveFieldsOf(of, name);
  const held = Object.entries(formOf(moveFields, row)).filter(([key]) => !moveOnlyFields.has(key));
  return { ...defaultsOf(moveFields), ...filledOf(moveFields, Object.fromEntries(held)), ...preset };
}

/** The input that a state change sends: its required fields, and the fields whose value differs from the row. */
export function sentOf(of: AnyResource, name: string, held: Values, typed: Values): Values {
  const moveFields = moveFieldsOf(of, name);
  const must = fieldsOf(moveFields).flatMap(([key, { required }]) =>
    required && Object.hasOwn(typed, key) ? [[key, typed[key]] as const] : [],
  );
  const former = Object.fromEntries(Object.entries(held).filter(([key]) => !moveOnlyFields.has(key)));
  return { ...Object.fromEntries(must), ...changesOf(moveFields, former, typed) };
}

/**
 * The state change that undoes another state change, with its input from the former row. Null when no such state
 * change is declared or the row lacks a required value.
 */
export function undoOf(of: AnyResource, name: string, row: AnyRow): { name: string; input: Values } | null {
  const move = moveOf(of, name);
  const before = row[of.states?.field ?? ''];
  const after = move.to ?? before;
  for (const back of move.undo ?? []) {
    const way = moveOf(of, back);
    if ((way.to ?? after) !== before || !way.from.some((state) => state === after)) continue;
    const fields = fieldsOf(moveFieldsOf(of, back)).map(([key, { required = false }]) => ({
      key,
      required,
      value: key === 'reason' ? `撤销“${move.label}”` : Object.hasOwn(of.fields, key) ? (row[key] ?? null) : null,
    }));
    if (fields.some(({ required, value }) => required && value === null)) continue;
    return { name: back, input: Object.fromEntries(fields.map(({ key, value }) => [key, value])) };
  }
  return null;
}

/**
 * The resource whose fields a conflict of a state change shows: editable fields, the state, and the fields of the
 * state change.
 */
export function conflictResourceOf(of: AnyResource, name: string): AnyResource {
  const shown = Object.entries(of.fields).flatMap(([key, field]) =>
    key === of.states?.field
      ? [[key, new Field(field.schemas, { ...field.spec, serverSet: false })] as const]
      : isDerived(field.spec)
        ? []
        : [[key, field] as const],
  );
  return { ...of, fields: { ...Object.fromEntries(shown), ...moveFieldsOf(of, name).fields } };
}
