// Context of a page of dangers or of one state change (move), read once: the caller and the responsible people.
import { dayOf } from '@anlan/contract/domain/instant';
import type { Clock } from '#kernel/clock.ts';
import type { Scope } from '#kernel/scope.ts';
import { holds } from '#kit/present.ts';
import type { Tx } from '#platform/db/index.ts';
import { settingsOf } from '../setting/index.ts';
import type { Caller } from '../staff/index.ts';
import { factsOf, type Actor, type Responsibility, type Facts, type DangerRow } from './rules.ts';

export interface People {
  postsOf: (tx: Tx) => Promise<Caller | null>;
  byPost: (
    tx: Tx,
    enterpriseId: string,
    posts: readonly ('head' | 'safetyManager')[],
  ) => Promise<{ id: string; name: string; userId: string | null; postKind: string }[]>;
  people: (
    tx: Tx,
    ids: readonly string[],
  ) => Promise<Map<string, { name: string; userId: string | null; department: string | null; hasLeft: boolean }>>;
}

export interface DangerContext {
  readonly actor: Actor;
  readonly around: (facts: Pick<Facts, 'enterpriseId' | 'dutyPersonId'>) => Responsibility;
}

const actorOf = (scope: Scope, caller: Caller | null): Actor => ({
  userId: scope.userId,
  isRegulator: scope.userType === 'regulator',
  employeeId: caller?.employeeId ?? null,
  posts: caller?.posts ?? new Set(),
  mayVoid: holds(scope, 'bus:enterpriseexpinfo:void'),
});

export async function leadAccounts(tx: Tx, people: People, enterpriseId: string) {
  const all = await people.byPost(tx, enterpriseId, ['head', 'safetyManager']);
  const accounts = (post: string) => all.flatMap(({ userId, postKind }) => (postKind === post ? (userId ?? []) : []));
  const heads = accounts('head');
  const safety = accounts('safetyManager');
  return { heads, safety, leads: [...new Set([...heads, ...safety])] };
}

export const createReads =
  ({ clock, people }: { clock: Clock; people: People }) =>
  async (tx: Tx, rows: readonly DangerRow[]): Promise<DangerContext> => {
    const all = rows.map(factsOf);
    const settings = await settingsOf(tx);
    const duty = await people.people(
      tx,
      all.flatMap(({ dutyPersonId }) => dutyPersonId ?? []),
    );
    const leads = new Map<string, Awaited<ReturnType<typeof leadAccounts>>>();
    // Reads the deciders only for the single row of a move and for rows with a pending extension request.
    const rowsWithDeciders = all.filter(({ extensionStatus }) => rows.length === 1 || extensionStatus === 'pending');
    for (const { enterpriseId } of rowsWithDeciders)
      if (!leads.has(enterpriseId)) leads.set(enterpriseId, await leadAccounts(tx, people, enterpriseId));
    const today = dayOf(clock.now());
    return {
      actor: actorOf(tx.scope, await people.postsOf(tx)),
      around: ({ enterpriseId, dutyPersonId }) => ({
        dutyUserId: duty.get(dutyPersonId ?? '')?.userId ?? null,
        heads: leads.get(enterpriseId)?.heads ?? [],
        leads: leads.get(enterpriseId)?.leads ?? [],
        settings,
        today,
      }),
    };
  };
