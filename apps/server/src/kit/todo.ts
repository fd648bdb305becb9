// Modules report rows whose states need an action. To-dos are created and closed only from these reports.
import type { TodoAct } from '@anlan/contract/domain/todo-acts';
import type { TodoKind } from '@anlan/contract/domain/todo';
import type { Permit } from '@anlan/contract/permits';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';

type UserType = NonNullable<Scope['userType']>;

/** An open task and its owners: named people, or holders of a permit. */
export interface OpenTask {
  kind: TodoKind;
  /** Call that completes the to-do or hands it on. */
  act: TodoAct;
  title: string;
  subject: { type: string; id: string };
  path: string;
  dueOn?: string | null;
  /** Since when the owners have to act. Default: now. */
  since?: Date | undefined;
  /** `enterpriseId`: the people see the to-do only while they are signed in to this enterprise; null: always. */
  owner: { userIds: readonly string[]; enterpriseId: string | null } | Holder;
}

/** All users of a type who have a permit, in one enterprise or in the whole tenant. */
export interface Holder {
  userType: UserType;
  permit: Permit;
  enterpriseId?: string | undefined;
  leadId?: string | null | undefined;
}

/** The named people of an enterprise; without any, its holders of the permit. */
export const holderOf = (userIds: readonly string[], permit: Permit, enterpriseId: string): OpenTask['owner'] =>
  userIds.length > 0 ? { userIds, enterpriseId } : { userType: 'enterprise', permit, enterpriseId };

export interface TodoSource {
  type: string;
  /** Returns the open tasks of these rows, as this transaction sees them. */
  wanted: (tx: Tx, ids: readonly string[]) => Promise<OpenTask[]>;
  after: (tx: Tx, id: string, limit: number) => Promise<string[]>;
}
