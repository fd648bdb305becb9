// Inputs that go well for public texts and for look-ups in the register of companies.
import type { Actor } from './actors.ts';
import { declaredNamed, valuesFor } from './declared.ts';
import { callNamed, dataOf, sendCall } from './client.ts';
import { freshCreditCode } from './tenants.ts';

/** Specimens of the modules content and company. */
export const contentFixtures: Record<
  string,
  (actor: Actor) => Promise<Record<string, unknown>> | Record<string, unknown>
> = {
  'contentInfo.byType': () => ({ type: '2' }),
  'contentInfo.agreedByUnit': async ({ app, tenant, tokens }) => {
    const values = await valuesFor(app, tenant, declaredNamed('contentInfo'));
    const call = callNamed(app, 'contentInfo.create');
    const { id } = dataOf<{ id: string }>(await sendCall(app, call, values, { token: tokens.access_token }));
    return { id };
  },
  'company.currentEnt': () => ({ keyword: '杭州没有的有限公司' }),
  'company.byApplicant': ({ tenant }) => ({ tenantId: tenant.id, creditCode: freshCreditCode() }),
};
