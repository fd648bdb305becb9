// Simulates people who write. Each one repeats a request until it is answered, and records acknowledged writes.
import { setTimeout as pause } from 'node:timers/promises';
import { creditCodeAt } from '../../apps/server/testing/import-file.ts';
import { signIn } from '../servers.ts';
import { query, type Node } from './installation.ts';

interface Answer {
  /** HTTP status; 0 without an answer. */
  status: number;
  data: { id?: string; version?: number; registeredAddress?: string } | null;
}

/** Expected messages of status 503: from the server, and for a vendor that does not answer. */
const unavailable = /^服务器异常，可能在发布，请稍后再试$|服务暂时不可用/;
const firm = { supervisionKind: 'emergency', regionCode: '330106', industryCode: 'C26' };
const persons = { legalPerson: '沈安然', safetyManagerName: '周明舟', safetyManagerPhone: '13912345678' };
const addressOf = (seq: number) => `江滨路 ${seq} 号`;

export async function openLoad(node: Node, folder: string, people: number) {
  const token = await signIn(node, { dataDir: folder }, '1', 'admin1');
  const created = new Map<string, string>();
  const updated = new Map<string, number>();
  const unexpected: string[] = [];
  let [longestMs, writes, isStopped] = [0, 0, false];
  let serial = Math.floor(Date.now() / 1000) % 5_000_000;

  async function request(path: string, body?: object): Promise<Answer> {
    const began = performance.now();
    const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) };
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    try {
      const response = await fetch(node.url + path, { ...init, headers, signal: AbortSignal.timeout(60_000) });
      const { msg, data } = await response.json();
      longestMs = Math.max(longestMs, performance.now() - began);
      if (response.status === 500 || (response.status === 503 && !unavailable.test(msg)))
        unexpected.push(`${path}: ${response.status} ${msg}`);
      return { status: response.status, data };
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError') unexpected.push(`${path}: no answer`);
      return { status: 0, data: null };
    }
  }

  async function create(n: number): Promise<{ id: string; version: number } | null> {
    const creditCode = creditCodeAt(n);
    const body = { ...firm, ...persons, name: `演练企业第${n}号有限公司`, creditCode, registeredAddress: addressOf(0) };
    for (; !isStopped; await pause(50)) {
      const { status, data } = await request('/bus/enterprise', body);
      if (status === 200 && data?.id) {
        created.set(creditCode, data.id);
        writes += 1;
        return { id: data.id, version: data.version ?? 1 };
      }
      // An earlier attempt was applied, but its answer was lost.
      if (status === 409 || status === 400) return null;
    }
    return null;
  }

  async function change(enterprise: { id: string; version: number }, seq: number) {
    for (; !isStopped; await pause(50)) {
      const answer = await request('/bus/enterprise/update', { ...enterprise, registeredAddress: addressOf(seq) });
      if (answer.status === 200 && answer.data?.version) {
        enterprise.version = answer.data.version;
        updated.set(enterprise.id, seq);
        writes += 1;
        return;
      }
      const { data } = await request(`/bus/enterprise/${enterprise.id}`);
      if (!data?.version) continue;
      enterprise.version = data.version;
      if (data.registeredAddress === addressOf(seq)) return;
    }
  }

  const all = Array.from({ length: people }, async () => {
    while (!isStopped) {
      const enterprise = await create((serial += 1));
      for (let seq = 1; enterprise && seq <= 5 && !isStopped; seq += 1) await change(enterprise, seq);
    }
  });
  return {
    request,
    /** Unexpected answers, and requests without an answer. */
    unexpected,
    writes: () => writes,
    longestMs: () => longestMs,
    async end() {
      isStopped = true;
      await Promise.all(all);
    },
    /** Finds acknowledged writes that are missing, duplicated, or not audited exactly once. */
    async findLost(): Promise<string[]> {
      const rows = await query<{ code: string; n: number; audited: number }>(
        folder,
        `select c.code, count(e.id)::int as n,
           (select count(*)::int from audit a where a.tenant_id = '1' and a.call = 'enterprise.create'
              and a.object_id = min(e.id::text) and a.outcome = 'done') as audited
         from unnest($1::text[]) as c(code)
         left join enterprise e on e.tenant_id = '1' and e.credit_code = c.code group by c.code`,
        [[...created.keys()]],
      );
      const addresses = await query<{ id: string; seq: number }>(
        folder,
        `select id::text as id, coalesce(substring(registered_address from '[0-9]+'), '0')::int as seq
         from enterprise where tenant_id = '1' and id = any($1::uuid[])`,
        [[...updated.keys()]],
      );
      const current = new Map(addresses.map(({ id, seq }) => [id, seq]));
      return [
        ...rows
          .filter(({ n, audited }) => n !== 1 || audited !== 1)
          .map(({ code, n, audited }) => `created ${code}: ${n} rows, audited ${audited} times`),
        ...[...updated]
          .filter(([id, seq]) => (current.get(id) ?? -1) < seq)
          .map(([id]) => `updated ${id}: the change is missing`),
      ];
    },
  };
}
export type Load = Awaited<ReturnType<typeof openLoad>>;
