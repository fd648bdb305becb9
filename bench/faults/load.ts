// People at work: each writes one thing after the other, tries again what was not answered, and remembers what was.
import { setTimeout as pause } from 'node:timers/promises';
import { creditCodeAt } from '../../apps/server/testing/import-file.ts';
import { signIn } from '../servers.ts';
import { look, type Node } from './installation.ts';

/** What one request came to: a status, 0 when nobody answered. */
export interface Outcome {
  status: number;
  ms: number;
  msg: string;
  data: {
    id?: string;
    version?: number;
    jobId?: string;
    state?: string;
    message?: string | null;
    registeredAddress?: string;
    records?: { id: string; kind: string; state: string }[];
  } | null;
}

/** The text that belongs to status 503. */
const unavailable = '服务器异常，可能在发布，请稍后再试';
const patienceMs = 60_000;
const addressOf = (seq: number) => `江滨路 ${seq} 号`;

/** People and what they were promised. */
export function openLoad(nodeOf: () => Node, tenant = '1') {
  const created = new Map<string, string>();
  const updated = new Map<string, number>();
  const statuses = new Map<string, number>();
  const odd: string[] = [];
  let [longestMs, writes, stopped] = [0, 0, false];
  let token = '';
  let serial = Math.floor(Date.now() / 1000) % 5_000_000;

  async function request(path: string, body?: object | FormData): Promise<Outcome> {
    const began = performance.now();
    const headers = new Headers({ authorization: `Bearer ${token}` });
    const form = body instanceof FormData;
    if (body && !form) headers.set('content-type', 'application/json');
    let outcome: Outcome = { status: 0, ms: 0, msg: '', data: null };
    try {
      const answer = await fetch(nodeOf().url + path, {
        method: body ? 'POST' : 'GET',
        headers,
        signal: AbortSignal.timeout(patienceMs),
        ...(body ? { body: form ? body : JSON.stringify(body) } : {}),
      });
      const said = await answer.json();
      outcome = { status: answer.status, ms: 0, msg: said.msg ?? '', data: said.data };
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError')
        odd.push(`no answer in ${(performance.now() - began).toFixed(0)} ms: ${path}`);
    }
    outcome.ms = performance.now() - began;
    if (outcome.status !== 0) longestMs = Math.max(longestMs, outcome.ms);
    const key = outcome.status === 0 ? 'cut off' : String(outcome.status);
    statuses.set(key, (statuses.get(key) ?? 0) + 1);
    if (outcome.status === 503 && outcome.msg !== unavailable && !outcome.msg.includes('存储空间'))
      odd.push(`503 without its text: ${outcome.msg}`);
    if (outcome.status === 500) odd.push(`500 ${path.split('?')[0]}: ${outcome.msg}`);
    return outcome;
  }

  const file = (n: number) => ({
    name: `演练企业第${n}号有限公司`,
    creditCode: creditCodeAt(n),
    supervisionKind: 'emergency',
    regionCode: '330106',
    registeredAddress: addressOf(0),
    industryCode: 'C26',
    legalPerson: '沈安然',
    safetyManagerName: '周明舟',
    safetyManagerPhone: '13912345678',
  });

  let restMs = 0;
  // Nobody presses the button again within a blink; hundreds who did would be a load of their own.
  const rest = () => pause(50 + Math.random() * 2 * restMs);

  async function create(n: number): Promise<{ id: string; version: number } | null> {
    const body = file(n);
    while (!stopped) {
      const answer = await request('/bus/enterprise', body);
      if (answer.status === 200 && answer.data?.id) {
        created.set(body.creditCode, answer.data.id);
        writes += 1;
        return { id: answer.data.id, version: answer.data.version ?? 1 };
      }
      // The one before was written and only its answer was lost.
      if (answer.status === 409 || answer.status === 400) return null;
      await rest();
    }
    return null;
  }

  async function change(one: { id: string; version: number }, seq: number) {
    while (!stopped) {
      const answer = await request('/bus/enterprise/update', { ...one, registeredAddress: addressOf(seq) });
      if (answer.status === 200 && answer.data?.version) {
        one.version = answer.data.version;
        updated.set(one.id, seq);
        writes += 1;
        return;
      }
      if (restMs > 0) await rest();
      const found = await request(`/bus/enterprise/${one.id}`);
      if (found.status === 200 && found.data?.version) {
        one.version = found.data.version;
        if (found.data.registeredAddress === addressOf(seq)) return;
      } else await rest();
    }
  }

  async function person() {
    while (!stopped) {
      const one = await create((serial += 1));
      for (let seq = 1; one && seq <= 5 && !stopped; seq += 1) {
        if (restMs > 0) await rest();
        await change(one, seq);
      }
    }
  }

  const people: Promise<void>[] = [];
  return {
    request,
    odd,
    async signIn(folder: string) {
      token = await signIn(nodeOf(), { dataDir: folder }, tenant, `admin${tenant}`);
    },
    /** Lets people work, each with a pause of about `milliseconds` between two requests. */
    begin(count: number, milliseconds = 0) {
      restMs = milliseconds;
      for (let at = 0; at < count; at += 1) people.push(person());
    },
    async end() {
      stopped = true;
      await Promise.all(people);
    },
    figures: () => ({
      writes,
      created: created.size,
      updated: updated.size,
      longestMs,
      statuses: [...statuses].map(([status, n]) => `${status}: ${n}`).join(', '),
    }),
    /** What was acknowledged and is not there, or is there twice. */
    async lost(folder: string): Promise<string[]> {
      const [codes, ids] = [[...created.keys()], [...updated.keys()]];
      const rows = await look<{ code: string; n: number; audited: number }>(
        folder,
        `select c.code, count(e.id)::int as n,
           (select count(*)::int from audit a where a.tenant_id = $2 and a.call = 'enterprise.create'
              and a.object_id = min(e.id::text) and a.outcome = 'done') as audited
         from unnest($1::text[]) as c(code)
         left join enterprise e on e.tenant_id = $2 and e.credit_code = c.code group by c.code`,
        [codes, tenant],
      );
      const addresses = await look<{ id: string; seq: number }>(
        folder,
        `select id::text as id, coalesce(substring(registered_address from '[0-9]+'), '0')::int as seq
         from enterprise where tenant_id = $2 and id = any($1::uuid[])`,
        [ids, tenant],
      );
      const now = new Map(addresses.map(({ id, seq }) => [id, seq]));
      return [
        ...rows.filter(({ n }) => n !== 1).map(({ code, n }) => `created ${code}: there ${n} times`),
        ...rows
          .filter(({ n, audited }) => n === 1 && audited !== 1)
          .map((row) => `created ${row.code}: audited ${row.audited} times`),
        ...ids
          .filter((id) => (now.get(id) ?? -1) < (updated.get(id) ?? 0))
          .map((id) => `changed ${id}: the change is gone`),
      ];
    },
  };
}

/** People at work. */
export type Load = ReturnType<typeof openLoad>;
