import type { Permit } from '@anlan/contract/permits';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { settingsOf } from '../../setting/index.ts';
import { objectionTo, type Terms } from './rules.ts';
import { candidatesFor, factorsOf } from './store.ts';

const dayMs = 24 * 3_600_000;

export interface SecondPersonDeps {
  db: Db;
  clock: Clock;
  createHttpScope: (reason: string) => Scope;
  isDemonstration: boolean;
}

export interface SecondPersonRequest {
  permit: Permit;
  /** Id of the requester; null when nobody requested it and the second person confirms their own act. */
  askerId: string | null;
  /** Whether every platform user counts as the requester. */
  isPlatformAsking?: boolean;
  requestedAt: Date;
  /**
   * Whether the second person must enter a code of their second factor. If not, they need no second factor, but a
   * recent second factor still disqualifies them.
   */
  provesFactor: boolean;
}

export interface SecondPerson {
  id: string;
  name: string;
  objection: string | null;
}

/**
 * Decides who may be the second person for requests about money, deletion, restoring, keys and platform users inside
 * a tenant (S100).
 */
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
    const factors = await db.read(createHttpScope('second person'), (http) => factorsOf(http, tx.scope.tenantId, ids));
    return candidates.map(({ id, name, ...facts }) => ({
      id,
      name,
      objection: objectionTo({ ...facts, factorAt: factors.get(id) ?? null }, request.requestedAt, terms),
    }));
  }
  async function objection(tx: Tx, userId: string, request: SecondPersonRequest): Promise<string | null> {
    if (userId === request.askerId) return '账号就是申请人的账号';
    const [candidate] = await listed(tx, request, userId);
    return candidate === undefined ? '账号没有复核权限' : candidate.objection;
  }
  return {
    /** All people with the permit except the requester, each with the reason why they may not decide, if any. */
    candidates: (tx: Tx, request: SecondPersonRequest) => listed(tx, request),
    objection,
    /**
     * Throws when a person confirms an act alone and their account, role or second factor is too recent. The error
     * names people who may confirm. `act` is its label, for example 删除租户.
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
