import type { Permit } from '@anlan/contract/permits';
import type { Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { settingsOf } from '../../setting/index.ts';
import { objectionTo } from './rules.ts';
import { candidatesFor, factorsOf } from './store.ts';

/** What second persons depend on. */
export interface SecondPersonDeps {
  db: Db;
  /** The HTTP layer's own scope, which sees second factors. */
  createHttpScope: (reason: string) => Scope;
  /** Whether this is a demonstration, whose second persons need not wait for their factor. */
  isDemonstration: boolean;
}

/** What a second person has to decide on. */
export interface SecondPersonRequest {
  /** What the second person has to hold. */
  permit: Permit;
  /** Who asked; null where it was nobody's act. */
  askerId: string | null;
  requestedAt: Date;
  /** Whether the second person proves the act with their factor, which then has to be as old as their account. */
  provesFactor: boolean;
}

/** Somebody who might decide, and why they may not. */
export interface SecondPerson {
  id: string;
  name: string;
  /** In words; null where they may. */
  objection: string | null;
}

/** Second persons of requests about money, removal, restoring, keys and visits (S100). */
export function createSecondPersons({ db, createHttpScope, isDemonstration }: SecondPersonDeps) {
  async function listed(tx: Tx, request: SecondPersonRequest, only?: string): Promise<SecondPerson[]> {
    const values = await settingsOf(tx);
    const terms = {
      hours: values['secondPerson.hours'],
      days: values['secondPerson.days'],
      ignoresFactor: isDemonstration || !request.provesFactor,
    };
    const candidates = await candidatesFor(tx, { ...request, ...(only === undefined ? {} : { only }) });
    const ids = candidates.map(({ id }) => id);
    const factors = await db.scoped(
      createHttpScope('second person'),
      (http) => factorsOf(http, tx.scope.tenantId, ids),
      { readOnly: true },
    );
    return candidates.map(({ id, name, ...facts }) => ({
      id,
      name,
      objection: objectionTo({ ...facts, factorAt: factors.get(id) ?? null }, request.requestedAt, terms),
    }));
  }
  return {
    /** Everybody but the asker who holds the permit, with what makes them no second person. */
    candidates: (tx: Tx, request: SecondPersonRequest) => listed(tx, request),
    /** Why somebody may not be the second person; null where they may. */
    async objection(tx: Tx, userId: string, request: SecondPersonRequest): Promise<string | null> {
      if (userId === request.askerId) return '账号就是申请人的账号';
      const [found] = await listed(tx, request, userId);
      return found === undefined ? '账号没有复核权限' : found.objection;
    },
  };
}
