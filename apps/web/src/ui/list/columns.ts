import type { ReactNode } from 'react';
import * as z from 'zod/mini';

/** A column of a list. Its width is the minimum width. Longer text is cut and shows in full as a tooltip. */
export interface ListColumn<R, S extends string = string> {
  key: string;
  title: string;
  width: number;
  render: (row: R) => ReactNode;
  sort?: S;
  align?: 'right';
  locked?: true;
  extra?: true;
}

export const tickWidth = 44;
export const plainActionsWidth = 132;

export const columnChoice = z.object({ order: z.array(z.string()), hidden: z.array(z.string()) });
export type ColumnChoice = z.output<typeof columnChoice>;
/**
 * The column choice of a list: the current choice, its setter, and `fit`, which adapts a stored choice to the current
 * columns.
 */
export interface ColumnUse {
  choice: ColumnChoice;
  choose: (choice: ColumnChoice) => void;
  fit: (kept: ColumnChoice) => ColumnChoice;
}
type Known = Pick<ListColumn<never>, 'key' | 'locked' | 'extra'>;

export function defaultChoice(columns: readonly Known[]): ColumnChoice {
  return {
    order: columns.map(({ key }) => key),
    hidden: columns.filter(({ extra }) => extra).map(({ key }) => key),
  };
}

// A stored column choice may have an older, shorter name: `region` means `regionCode`.
const renamed = (key: string, currentKeys: readonly string[]) =>
  currentKeys.includes(key)
    ? key
    : (currentKeys.find((one) => one.startsWith(key) && /^[A-Z]/.test(one.slice(key.length))) ?? key);

/** Adapts a stored column choice to the current columns: new columns go to their default position. */
export function readChoice(storedChoice: ColumnChoice | undefined, columns: readonly Known[]): ColumnChoice {
  const fallback = defaultChoice(columns);
  if (!storedChoice) return fallback;
  const current = (keys: readonly string[]) => keys.map((key) => renamed(key, fallback.order));
  const stored = { order: current(storedChoice.order), hidden: current(storedChoice.hidden) };
  const order = stored.order.filter((key) => fallback.order.includes(key));
  for (const [at, key] of fallback.order.entries()) if (!order.includes(key)) order.splice(at, 0, key);
  const late = fallback.hidden.filter((key) => !stored.order.includes(key));
  const locked = columns.filter((column) => column.locked).map(({ key }) => key);
  return { order, hidden: [...stored.hidden, ...late].filter((key) => order.includes(key) && !locked.includes(key)) };
}

export function arrange<C extends Known>(columns: readonly C[], choice: ColumnChoice): C[] {
  const shown = choice.order.filter((key) => !choice.hidden.includes(key));
  return shown.flatMap((key) => columns.find((column) => column.key === key) ?? []);
}

export function moved(choice: ColumnChoice, key: string, by: 1 | -1): ColumnChoice {
  const order = [...choice.order];
  const from = order.indexOf(key);
  const to = from + by;
  if (from < 0 || to < 0 || to >= order.length) return choice;
  order.splice(to, 0, ...order.splice(from, 1));
  return { ...choice, order };
}

export function toggled(choice: ColumnChoice, key: string): ColumnChoice {
  const hidden = choice.hidden.includes(key) ? choice.hidden.filter((other) => other !== key) : [...choice.hidden, key];
  return { ...choice, hidden };
}
