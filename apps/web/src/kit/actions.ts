import type { ReactNode } from 'react';
import type { RowAction } from '#ui/list/row-actions.tsx';
import type { AnyRow, Values } from './resource.ts';

/** A part of a page; as a ComponentType its row would be invariant by the statics of a class. */
export type Part<P> = (props: P) => ReactNode | Promise<ReactNode>;
/** A dialog or drawer about a row. */
export type RowPart<T> = Part<{ row: T; onClose: () => void }>;

/** What a person can do with a row, as data; only what works is offered. */
export interface Action<T = AnyRow> {
  key: string;
  label: string;
  danger?: boolean;
  /** Goes to an address. */
  to?: string;
  run?: () => void;
  /** The same at once, and on to the next record; in a queue alone. */
  goOn?: (() => void) | undefined;
  /** Opens a dialog or drawer about the row. */
  open?: RowPart<T>;
  /** Changes these fields of the row at once. */
  put?: Values;
  /** Opens the form of a new row that begins with these. */
  add?: () => Values;
  /** What is said when it is done. */
  done?: string;
}

/** What every list offers by itself; empty where this row does not have the ability. */
export interface StandardActions<T = AnyRow> {
  edit: readonly Action<T>[];
  /** The moves of its states that this person may make now, by the key of each. */
  moves: readonly Action<T>[];
  remove: readonly Action<T>[];
}

const words: Readonly<Record<string, string>> = { enabled: '启用', disabled: '停用' };

/** Switches a field of two values over; its words are those of buttons (启用), not of the dictionary (正常). */
export function toggle<const K extends string>(
  row: { readonly abilities: readonly string[] } & { readonly [P in K]: unknown },
  key: K,
  [on, off]: readonly [on: string, off: string] = ['enabled', 'disabled'],
  labels = words,
): readonly Action<unknown>[] {
  if (!row.abilities.includes('update')) return [];
  const next = row[key] === on ? off : on;
  const label = labels[next] ?? next;
  return [{ key: `toggle-${key}`, label, put: { [key]: next }, done: `已${label}` }];
}

/** What an action does, for the list's buttons. */
export interface Does {
  put: (values: Values, done: string) => void;
  add: (preset: Values) => void;
  open: (part: RowPart<AnyRow>) => void;
}

/** An action as the list shows it. */
export function shownAction(
  { put, add, open, goOn: _alone, done = '已保存', ...shown }: Action,
  does: Does,
): RowAction {
  if (put) return { ...shown, run: () => does.put(put, done) };
  if (add) return { ...shown, run: () => does.add(add()) };
  return open ? { ...shown, run: () => does.open(open) } : shown;
}
