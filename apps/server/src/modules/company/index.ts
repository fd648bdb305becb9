/** company: what the register of companies outside says (工商信息), paid for by the hit, kept for a day. */
import { normaliseCreditCode } from '@anlan/contract/domain/credit-code';
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import type { CompanyFacts } from '@anlan/contract/domain/registered-company';
import { companyCalls } from '@anlan/contract/modules/company/calls';
import { AppError, invalid } from '#kernel/errors.ts';
import { networkOf } from '#kernel/network.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import { defineModule, openedElsewhere } from '#kit/module.ts';
import { LookupError, type CompanyLookup } from '#platform/company-lookup/index.ts';
import { membershipModule } from '../membership/index.ts';
import { tenantModule } from '../tenant/index.ts';
import * as store from './store.ts';
import { lookupLimits } from './limits.ts';

/** Who is asked; nobody where no provider is set up. */
export interface CompanyProvider {
  provider: CompanyLookup | null;
  /** Told of a fault that the operator has to mend. */
  report: (error: LookupError) => void;
}
const providerModule = openedElsewhere<CompanyProvider>('companyProvider');

const { hitSeconds, missSeconds, unitPerDay, enterprisePerDay, applicantsPerDay, networkPerDay, keptDays } =
  lookupLimits;
const quotaText = '今天的工商信息查询次数已用完，请手工填写';
const closedText = '会员未开通或查询次数已用完，暂时不能查询工商信息，请手工填写';
const awayText = '工商信息服务暂时不可用，请手工填写';
const unit = 'unit';

// A code is a code however it is typed; names lose nothing but space.
const keywordOf = (typed: string) => {
  const code = normaliseCreditCode(typed);
  return /^[0-9A-Z]{18}$/.test(code) ? code : typed.trim().replace(/\s+/g, ' ');
};

/** The module company. */
export const companyModule = defineModule('company', {
  needs: { source: providerModule, tenant: tenantModule, membership: membershipModule },
  open({ kit, source, tenant, membership }) {
    const { db, clock, audit } = kit;
    // Two who ask the same at once pay once.
    const underWay = new Map<string, Promise<CompanyFacts | null>>();

    async function kept(scope: Scope, keyword: string): Promise<CompanyFacts | null | undefined> {
      const found = await db.scoped(scope, (tx) => store.readAnswer(tx, keyword), { readOnly: true });
      if (!found) return undefined;
      const age = (clock.now().getTime() - found.at.getTime()) / 1000;
      return age < (found.facts ? hitSeconds : missSeconds) ? found.facts : undefined;
    }

    /** Counts before anything is spent, each on its own so that nobody else waits for the provider. */
    async function take(scope: Scope, day: string, whos: readonly (readonly [who: string, most: number])[]) {
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
      await take(scope, day, whos);
      try {
        const facts = await provider.find(keyword);
        await db.scoped(scope, async (tx) => {
          const keywords = new Set([keyword, ...(facts?.creditCode ? [facts.creditCode] : [])]);
          await store.keepAnswer(tx, [...keywords], facts, clock.now());
          if (enterpriseId !== null && facts !== null) await membership.takeLookup(tx, enterpriseId);
          await audit.record(tx, { call: 'company.currentEnt', objectType: 'company', note: keyword });
        });
        return facts;
      } catch (error) {
        if (!(error instanceof LookupError)) throw error;
        await db.scoped(scope, (tx) =>
          store.giveBack(
            tx,
            day,
            whos.map(([who]) => who),
          ),
        );
        if (error.fault !== 'unavailable') source.report(error);
        // What the vendor still allows us is not the person's concern.
        throw new AppError('unavailable', awayText);
      }
    }

    async function find(
      scope: Scope,
      typed: string,
      own: readonly (readonly [who: string, most: number])[],
    ): Promise<CompanyFacts | null> {
      const keyword = keywordOf(typed);
      const known = await kept(scope, keyword);
      const { provider } = source;
      if (known !== undefined || provider === null) return known ?? null;
      const { enterpriseId } = scope;
      // Only who has a look-up of their plan left may ask; it is counted once there is an answer.
      if (enterpriseId !== null && !(await db.scoped(scope, (tx) => membership.hasLookup(tx, enterpriseId))))
        throw new AppError('invalid', closedText);
      const key = `${scope.tenantId} ${keyword}`;
      const whos = [[unit, unitPerDay] as const, ...own];
      const asking = underWay.get(key) ?? ask(scope, provider, keyword, whos).finally(() => underWay.delete(key));
      underWay.set(key, asking);
      return asking;
    }

    return {
      currentEnt: (scope: Scope, { keyword }: { keyword: string }) =>
        find(scope, keyword, scope.enterpriseId === null ? [] : [[scope.enterpriseId, enterprisePerDay]]),
      /** For whoever applies, by the whole code alone; a phone is not shown to strangers. */
      async byApplicant(scope: Scope, { tenantId, creditCode }: { tenantId: string; creditCode: string }) {
        if (!(await tenant.isOpen(tenantId))) throw invalid({ field: 'tenantId', msg: '该单位暂不受理入驻申请' });
        const own = systemScope('company look-up', tenantId, scope);
        // One network that asks without end leaves the others most of what applicants have.
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
          return store.forgetBefore(tx, new Date(`${day}T00:00:00+08:00`), day);
        }),
    };
  },
  calls: companyCalls,
  nightly: { forget: { at: '25 3 * * *', run: ({ forget }, scope) => forget(scope) } },
});
