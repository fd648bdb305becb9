import type { Permit } from '@anlan/contract/permits';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { settingsOf } from '../../setting/index.ts';
import { objectionTo, type Terms } from './rules.ts';
import { candidatesFor, factorsOf } from './store.ts';

const dayMs = 24 * 3_600_000;

/** What second persons depend on. */
export interface SecondPersonDeps {
  db: Db;
  clock: Clock;
  /** The HTTP layer's own scope, which sees second factors. */
  createHttpScope: (reason: string) => Scope;
  /** Whether this is a demonstration, whose second persons need not wait for their factor. */
  isDemonstration: boolean;
}

/** What a second person has to decide on. */
export interface SecondPersonRequest {
  /** What the second person has to hold. */
  permit: Permit;
  /** Who asked; null where it was nobody's act, and the second person confirms their own. */
  askerId: string | null;
  /** Whether any person of the platform counts as the requester. */
  isPlatformAsking?: boolean;
  requestedAt: Date;
  /** Whether the second person proves the act with their factor; without that they need none, but no fresh one either. */
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
export function createSecondPersons({ db, clock, createHttpScope, isDemonstration }: SecondPersonDeps) {
  async function listed(tx: Tx, request: SecondPersonRequest, only?: string): Promise<SecondPerson[]> {
    const values = await settingsOf(tx);
    const { 'secondPerson.hours': hours, 'secondPerson.days': days } = values;
    const isPlatformAsking = request.isPlatformAsking === true;
    const terms: Terms = {
      hours,
      days,
      factor: isDemonstration ? 'ignored' : request.provesFactor ? 'required' : 'ifEnabled',
      asker: isPlatformAsking ? '平台人员' : '申请人',
    };
    const since = new Date(request.requestedAt.getTime() - days * dayMs);
    const about = { ...request, isPlatformAsking, since };
    const candidates = await candidatesFor(tx, { ...about, ...(only === undefined ? {} : { only }) });
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
  /** Why somebody may not be the second person; null where they may. */
  async function objection(tx: Tx, userId: string, request: SecondPersonRequest): Promise<string | null> {
    if (userId === request.askerId) return '账号就是申请人的账号';
    const [found] = await listed(tx, request, userId);
    return found === undefined ? '账号没有复核权限' : found.objection;
  }
  return {
    /** Everybody but the asker who holds the permit, with what makes them no second person. */
    candidates: (tx: Tx, request: SecondPersonRequest) => listed(tx, request),
    objection,
    /**
     * Refuses somebody who confirms an act alone with an account, role or factor that is younger than a second person's
     * may be; says who can do it instead. `act` is the act in words: 删除租户.
     */
    async demandConfirmer(tx: Tx, permit: Permit, act: string): Promise<void> {
      const { userId } = tx.scope;
      const request = { permit, askerId: null, requestedAt: clock.now(), provesFactor: false };
      const reason = await objection(tx, userId ?? '', request);
      if (reason === null) return;
      const others = (await listed(tx, request)).filter((one) => one.objection === null && one.id !== userId);
      const help =
        others.length > 0
          ? `请由${others.map(({ name }) => name).join('、')}办理`
          : '现在也没有其他人可以办理，请在满足时间后再办理';
      throw new AppError('denied', `您暂时不能${act}：您的${reason}。${help}`);
    },
  };
}
