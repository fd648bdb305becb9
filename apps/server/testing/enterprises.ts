// Functions by which tests create, read and change enterprises.
import { callNamed, dataOf, sendCall, signIn, type Answer } from './client.ts';
import type { TestApp } from './app.ts';
import { freshCreditCode, type Kind, type TestTenant } from './tenants.ts';

export interface EnterpriseFile {
  id: string;
  version: number;
  status: string;
  abilities: string[];
  town: string | null;
  safetyManagerPhone: string;
  legalPhone: string | null;
  officerId: string | null;
  enterpriseCode: string;
  profileRate: number;
  activatedAt: string | null;
}

export const freshFile = (mark: string) => ({
  name: `${mark}新企业有限公司`,
  creditCode: freshCreditCode(),
  supervisionKind: 'emergency',
  regionCode: '330108',
  registeredAddress: '江滨路 1 号',
  industryCode: 'C26',
  legalPerson: '沈安然',
  safetyManagerName: '周明舟',
  safetyManagerPhone: '13912345678',
});

export async function openSetup(app: TestApp, tenant: TestTenant) {
  const tokens = new Map<Kind, string>();
  for (const kind of ['regulator', 'admin', 'entadmin', 'entstaff', 'shop', 'demo'] as const)
    tokens.set(kind, (await signIn(app, tenant, kind)).access_token);
  const as = (kind: Kind) => ({ token: tokens.get(kind) });
  const call = (name: string, input: Record<string, unknown>, kind: Kind = 'regulator'): Promise<Answer> =>
    sendCall(app, callNamed(app, `enterprise.${name}`), input, as(kind));
  const fresh = () => freshFile(tenant.mark);
  return {
    as,
    call,
    fresh,
    read: async (id: string, kind: Kind = 'regulator') => dataOf<EnterpriseFile>(await call('get', { id }, kind)),
    created: async (more: Record<string, unknown> = {}) =>
      dataOf<{ id: string; version: number }>(await call('create', { ...fresh(), ...more })),
  };
}

export type Setup = Awaited<ReturnType<typeof openSetup>>;
