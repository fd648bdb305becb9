import type { App } from 'antd';
import type { ReactNode } from 'react';
import type { RowAction } from '#ui/list/row-actions.tsx';
import type { AnyRow, Values } from './resource.ts';

/** A component as a function. It is not `ComponentType`, whose class statics would make the row type invariant. */
export type Part<P> = (props: P) => ReactNode | Promise<ReactNode>;
export type RowPart<T> = Part<{ row: T; onClose: () => void }>;

export type Messages = ReturnType<typeof App.useApp>['message'];

export interface Action<T = AnyRow> {
  key: string;
  label: string;
  danger?: boolean;
  to?: string;
  run?: () => void;
  /** Runs the action at once and opens the next record. Set only inside a queue. */
  goOn?: (() => void) | undefined;
  open?: RowPart<T>;
  put?: Values;
  /** Sends a write, then reads the lists of the module again. */
  send?: (message: Messages) => Promise<unknown>;
  add?: () => Values;
  done?: string;
}

/** The standard actions of a row. A list is empty when the user may not do the action. */
export interface StandardActions<T = AnyRow> {
  edit: readonly Action<T>[];
  /** The moves (state changes) that this user may make on the row now. */
  moves: readonly Action<T>[];
  remove: readonly Action<T>[];
}

const words: Readonly<Record<string, string>> = { enabled: '启用', disabled: '停用' };

/**
 * An action that toggles a field with two values. Its labels are verbs (启用), not the state names of the dictionary
 * (正常).
 */
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

export interface Does {
  put: (values: Values, done: string) => void;
  send: (write: (message: Messages) => Promise<unknown>) => void;
  add: (preset: Values) => void;
  open: (part: RowPart<AnyRow>) => void;
}

export function shownAction(
  { put, send, add, open, goOn: _alone, done = '已保存', ...shown }: Action,
  does: Does,
): RowAction {
  if (put) return { ...shown, run: () => does.put(put, done) };
  if (send) return { ...shown, run: () => does.send(send) };
  if (add) return { ...shown, run: () => does.add(add()) };
  return open ? { ...shown, run: () => does.open(open) } : shown;
}
