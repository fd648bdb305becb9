import type { ReactNode } from 'react';
import * as z from 'zod/mini';

/** A column of a list; its width is a floor, the widest text is cut with its whole text as title. */
export interface ListColumn<R, S extends string = string> {
  key: string;
  title: string;
  width: number;
  render: (row: R) => ReactNode;
  /** Name of the server's sort column. */
  sort?: S;
  align?: 'right';
  /** Cannot be hidden. */
  locked?: true;
  /** Hidden until a person asks for it. */
  extra?: true;
}

/** Width of the boxes that choose rows. */
export const tickWidth = 44;
/** Room for 查看 编辑 更多, with the padding of a cell. */
export const plainActionsWidth = 132;

/** How a choice of columns is stored. */
export const columnChoice = z.object({ order: z.array(z.string()), hidden: z.array(z.string()) });
/** Which columns a person wants, and in which order. */
export type ColumnChoice = z.output<typeof columnChoice>;
/** The columns of a list as they stand: the choice in force, another one, and a stored one brought up to date. */
export interface ColumnUse {
  choice: ColumnChoice;
  choose: (choice: ColumnChoice) => void;
  fit: (kept: ColumnChoice) => ColumnChoice;
}
type Known = Pick<ListColumn<never>, 'key' | 'locked' | 'extra'>;

/** The choice of a person who has not chosen. */
export function defaultChoice(columns: readonly Known[]): ColumnChoice {
  return {
    order: columns.map(({ key }) => key),
    hidden: columns.filter(({ extra }) => extra).map(({ key }) => key),
  };
}

// A choice may name a column by the stem of the field that names it now: region, regionCode.
const renamed = (key: string, known: readonly string[]) =>
  known.includes(key)
    ? key
    : (known.find((one) => /^(Id|Code|Name)$/.test(one.slice(key.length)) && one.startsWith(key)) ?? key);

/** Brings a stored choice up to date; columns that came later stand where the program puts them. */
export function readChoice(kept: ColumnChoice | undefined, columns: readonly Known[]): ColumnChoice {
  const fallback = defaultChoice(columns);
  if (!kept) return fallback;
  const current = (keys: readonly string[]) => keys.map((key) => renamed(key, fallback.order));
  const stored = { order: current(kept.order), hidden: current(kept.hidden) };
  const order = stored.order.filter((key) => fallback.order.includes(key));
  for (const [at, key] of fallback.order.entries()) if (!order.includes(key)) order.splice(at, 0, key);
  const late = fallback.hidden.filter((key) => !stored.order.includes(key));
  const locked = columns.filter((column) => column.locked).map(({ key }) => key);
  return { order, hidden: [...stored.hidden, ...late].filter((key) => order.includes(key) && !locked.includes(key)) };
}

/** The columns to show, in the order chosen. */
export function arrange<C extends Known>(columns: readonly C[], choice: ColumnChoice): C[] {
  const shown = choice.order.filter((key) => !choice.hidden.includes(key));
  return shown.flatMap((key) => columns.find((column) => column.key === key) ?? []);
}

/** Moves a column one place. */
export function moved(choice: ColumnChoice, key: string, by: 1 | -1): ColumnChoice {
  const order = [...choice.order];
  const from = order.indexOf(key);
  const to = from + by;
  if (from < 0 || to < 0 || to >= order.length) return choice;
  order.splice(to, 0, ...order.splice(from, 1));
  return { ...choice, order };
}

/** Shows or hides a column. */
export function toggled(choice: ColumnChoice, key: string): ColumnChoice {
  const hidden = choice.hidden.includes(key) ? choice.hidden.filter((other) => other !== key) : [...choice.hidden, key];
  return { ...choice, hidden };
}
