/**
 * company: data from the external company register (工商信息). Each answer with a company costs money and is cached for a
 * day.
 */
import { normaliseCreditCode } from '@anlan/contract/domain/credit-code';
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import type { CompanyFacts } from '@anlan/contract/domain/registered-company';
import { companyCalls } from '@anlan/contract/modules/company/calls';
import { AppError, invalid } from '#kernel/errors.ts';
import { networkOf } from '#kernel/ip-network.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import { defineModule, externalDependency } from '#kit/module.ts';
import { LookupError, type CompanyLookup } from '#platform/company-lookup/index.ts';
import { membershipModule } from '../membership/index.ts';
import { tenantModule } from '../tenant/index.ts';
import * as store from './store.ts';
import { lookupLimits } from './limits.ts';

/** Provider of company data; null if none is configured. */
export interface CompanyProvider {
  provider: CompanyLookup | null;
  /** Reports a provider fault that an operator must repair. */
  report: (error: LookupError) => void;
}
const providerModule = externalDependency<CompanyProvider>('companyProvider');

const { hitSeconds, missSeconds, unitPerDay, enterprisePerDay, applicantsPerDay, networkPerDay, keptDays } =
  lookupLimits;
const quotaText = '今天的工商信息查询次数已用完，请手工填写';
const closedText = '会员未开通或查询次数已用完，暂时不能查询工商信息，请手工填写';
const awayText = '工商信息服务暂时不可用，请手工填写';
const unit = 'unit';

// Cache key: a normalised credit code, or the name without spaces.
const keywordOf = (typed: string) => {
  const code = normaliseCreditCode(typed);
  return /^[0-9A-Z]{18}$/.test(code) ? code : typed.trim().replace(/\s+/g, ' ');
};

export const companyModule = defineModule('company', {
  needs: { source: providerModule, tenant: tenantModule, membership: membershipModule },
  open({ kit, source, tenant, membership }) {
    const { db, clock, audit } = kit;
    // Running look-ups by keyword. Concurrent equal requests share one paid request.
    const pendingLookups = new Map<string, Promise<CompanyFacts | null>>();

    async function readCached(scope: Scope, keyword: string): Promise<CompanyFacts | null | undefined> {
      const cachedAnswer = await db.read(scope, (tx) => store.readAnswer(tx, keyword));
      if (!cachedAnswer) return undefined;
      const age = (clock.now().getTime() - cachedAnswer.at.getTime()) / 1000;
      return age < (cachedAnswer.facts ? hitSeconds : missSeconds) ? cachedAnswer.facts : undefined;
    }

    /**
     * Counts the look-up before the paid request, in a short transaction that does not stay open while the provider
     * answers.
     */
    async function reserveLookup(scope: Scope, day: string, whos: readonly (readonly [who: string, most: number])[]) {
      await db.scoped(scope, async (tx) => {
        for (const [who, most] of whos)
          if (!(await store.countOne(tx, day, who, most))) throw new AppError('tooMany', quotaText);
      });
    }

    async function ask(
      scope: Scope,
      provider: CompanyLookup,
      keyword: string,
      whos: readonly (readonly [who: string, most: number])[],
    ): Promise<CompanyFacts | null> {
      const day = dayOf(clock.now());
      const { enterpriseId } = scope;
      await reserveLookup(scope, day, whos);
      try {
        const facts = await provider.find(keyword);
        await db.scoped(scope, async (tx) => {
          const keywords = new Set([keyword, ...(facts?.creditCode ? [facts.creditCode] : [])]);
          await store.storeAnswer(tx, [...keywords], facts, clock.now());
          if (enterpriseId !== null && facts !== null) await membership.takeLookup(tx, enterpriseId);
          await audit.record(tx, { call: 'company.currentEnt', objectType: 'company', note: keyword });
        });
        return facts;
      } catch (error) {
        if (!(error instanceof LookupError)) throw error;
        await db.scoped(scope, (tx) =>
          store.refundLookup(
            tx,
            day,
            whos.map(([who]) => who),
          ),
        );
        if (error.fault !== 'unavailable') source.report(error);
        // Users get a general message: the remaining credit at the vendor is not shown to them.
        throw new AppError('unavailable', awayText);
      }
    }

    async function find(
      scope: Scope,
      typed: string,
      own: readonly (readonly [who: string, most: number])[],
    ): Promise<CompanyFacts | null> {
      const keyword = keywordOf(typed);
      const cachedFacts = await readCached(scope, keyword);
      const { provider } = source;
      if (cachedFacts !== undefined || provider === null) return cachedFacts ?? null;
      const { enterpriseId } = scope;
      // The membership plan of the enterprise must have a look-up left. The membership counts the look-up only after
      // the answer.
      if (enterpriseId !== null && !(await db.scoped(scope, (tx) => membership.hasLookup(tx, enterpriseId))))
        throw new AppError('invalid', closedText);
      const key = `${scope.tenantId} ${keyword}`;
      const whos = [[unit, unitPerDay] as const, ...own];
      // An equal look-up may have ended while the membership was read.
      const askUnlessCached = async () => {
        const facts = await readCached(scope, keyword);
        return facts === undefined ? ask(scope, provider, keyword, whos) : facts;
      };
      const asking = pendingLookups.get(key) ?? askUnlessCached().finally(() => pendingLookups.delete(key));
      pendingLookups.set(key, asking);
      return asking;
    }

    return {
      currentEnt: (scope: Scope, { keyword }: { keyword: string }) =>
        find(scope, keyword, scope.enterpriseId === null ? [] : [[scope.enterpriseId, enterprisePerDay]]),
      /** Look-up for applicants: only by the full credit code, and the answer has no phone number. */
      async byApplicant(scope: Scope, { tenantId, creditCode }: { tenantId: string; creditCode: string }) {
        if (!(await tenant.isOpen(tenantId))) throw invalid({ field: 'tenantId', msg: '该单位暂不受理入驻申请' });
        const own = systemScope('company look-up', tenantId, scope);
        // A limit per network, so that one network cannot use up the allowance of other applicants.
        const network = `network ${networkOf(scope.address)}`;
        const facts = await find(own, creditCode, [
          ['applicants', applicantsPerDay],
          [network, networkPerDay],
        ]);
        return facts && { ...facts, phone: null };
      },
      forget: (scope: Scope) =>
        db.scoped(scope, (tx) => {
          const day = addDays(dayOf(clock.now()), -keptDays);
          return store.deleteBefore(tx, new Date(`${day}T00:00:00+08:00`), day);
        }),
    };
  },
  calls: companyCalls,
  nightly: { forget: { at: '25 3 * * *', run: ({ forget }, scope) => forget(scope) } },
});
