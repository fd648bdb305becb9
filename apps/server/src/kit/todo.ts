// What modules say of rows whose states make people do something; to-dos are made and closed by it alone.
import type { TodoKind } from '@anlan/contract/domain/todo';
import type { Permit } from '@anlan/contract/permits';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';

type UserType = NonNullable<Scope['userType']>;

/** What waits, and for whom: people by name, or whoever of a kind holds a permit. */
export interface Wanted {
  kind: TodoKind;
  title: string;
  /** What it is about. */
  subject: { type: string; id: string };
  /** The screen where it is done. */
  path: string;
  dueOn?: string | null;
  /** Since when it is their turn; now where nothing is said. */
  since?: Date | undefined;
  owner: { userIds: readonly string[] } | Holder;
}

/** Whoever of a kind holds a permit; of one enterprise, or of the whole tenant. */
export interface Holder {
  userType: UserType;
  permit: Permit;
  enterpriseId?: string | undefined;
  /** Who is to see to it first. */
  leadId?: string | null | undefined;
}

/** Rows of another module whose states make people do something. */
export interface Source {
  /** What a to-do of theirs is about. */
  type: string;
  /** What some of them make people do, as they stand in this transaction. */
  wanted: (tx: Tx, ids: readonly string[]) => Promise<Wanted[]>;
  /** Those after one that make somebody do something. */
  after: (tx: Tx, id: string, limit: number) => Promise<string[]>;
}
