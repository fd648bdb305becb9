// A person without an account who applies for an enterprise, and the deciding regulator.
import { expect } from 'vitest';
import { cipher, clientOf, dataOf, send } from './client.ts';
import { freshFile } from './enterprises.ts';
import type { TestApp } from './app.ts';
import type { TestTenant } from './tenants.ts';

interface ApplicantContext {
  app: TestApp;
  tenant: TestTenant;
  phone: string;
  regulator: string;
}

export function openApplicant(now: () => ApplicantContext) {
  const post = (path: string, body: unknown, more: object = {}) =>
    send(now().app, 'POST', `/bus/enterprise/${path}`, { body, ...more });
  const form = (more: Record<string, unknown> = {}) => ({
    ...freshFile(''),
    name: '测试入驻企业',
    ...more,
  });
  const newest = (template: string, to = now().phone) =>
    now().app.inbox.messages.findLast((message) => message.phone === to && message.template === template);

  async function codeOf(tenantId = now().tenant.id, to = now().phone, type = '5'): Promise<string> {
    const { app } = now();
    app.clock.pass(61);
    const before = app.inbox.messages.length;
    expect(dataOf(await send(app, 'POST', '/bus/sms/code', { query: { phone: to, type, tenantId } }))).toBeNull();
    // Searches for the right message, because other messages to the phone may arrive late.
    const findMessage = () =>
      app.inbox.messages.slice(before).find(({ phone: one, params }) => one === to && params['code']);
    await expect.poll(findMessage, { timeout: 10_000 }).toBeDefined();
    return findMessage()?.params['code'] ?? '';
  }
  async function proofOf(tenantId = now().tenant.id, to = now().phone): Promise<string> {
    const answer = await post('entApply/proof', { tenantId, phone: to, code: await codeOf(tenantId, to) });
    return dataOf<{ proof: string }>(answer).proof;
  }
  async function applied(more: Record<string, unknown> = {}) {
    const { tenant, phone } = now();
    const proof = await proofOf();
    const answer = await post('entApply', { ...form(more), tenantId: tenant.id, phone, proof });
    return dataOf<{ number: string }>(answer).number;
  }
  const standing = async (number: string) =>
    dataOf<Record<string, unknown>>(await post('entApply/state', { number, phone: now().phone }));
  async function enterpriseOf(number: string) {
    const [row] = await now().app.sql<{ id: string; version: number; status: string; source: string }>(
      `select e.id, e.version, e.status, e.source from enterprise e
       join enterprise_application a on a.tenant_id = e.tenant_id and a.enterprise_id = e.id where a.number = $1`,
      [number],
    );
    if (!row) throw new Error('no enterprise');
    return row;
  }
  async function resubmitted(number: string, more: Record<string, unknown> = {}, shown?: string) {
    const proof = shown ?? (await proofOf());
    const { version } = dataOf<{ version: number }>(await post('entApply/form', { number, proof }));
    return post('entApply/resubmit', { ...form(more), version, number, proof });
  }
  const decide = async (verb: 'approve' | 'reject', number: string, more: object = {}, token = now().regulator) => {
    const { id, version } = await enterpriseOf(number);
    return post(verb, { id, version, ...more }, { token });
  };
  const setPassword = (token: string, password: string, more: object = {}) =>
    send(now().app, 'POST', '/auth/link/token', {
      body: { token, password: cipher(now().app, password) },
      headers: { authorization: clientOf(now().app) },
      ...more,
    });
  return { setPassword, post, form, newest, codeOf, proofOf, applied, standing, enterpriseOf, decide, resubmitted };
}
