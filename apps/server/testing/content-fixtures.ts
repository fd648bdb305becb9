// Valid inputs for public texts and company register lookups.
import type { Actor } from './actors.ts';
import { declaredNamed, valuesFor } from './resource-test-data.ts';
import { callNamed, dataOf, sendCall } from './client.ts';
import { freshCreditCode } from './tenants.ts';

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
