import { eachTenant } from '#kernel/each-tenant.ts';
import { firstIdSince, idRange, timeOf } from '#kernel/ids.ts';
import { systemScope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import { breachOf, isLetGo, firstPrevious, linkOf, type Breach, type ChainLink } from './rules.ts';
import * as store from './store.ts';

const rowsMax = 5_000;
// A transaction may commit rows that are as old as its longest statement lets it be.
const lateMs = 2 * 3600_000;
// What is being written this very moment is left for the next round.
const freshMs = 1_000;
// What is not sealed by then says that nothing seals.
const silentMs = 10 * 60_000;

// The least that the audit is kept, whatever the settings say.
const keptMonths = 12;
function monthsBefore(moment: Date, months: number): Date {
  const before = new Date(moment);
  before.setUTCMonth(before.getUTCMonth() - months);
  return before;
}

/** What seals depend on; ids of audit rows carry the machine's time, so no other clock will do. */
export interface HashChainDeps {
  db: Db;
  /** Every tenant, the platform's own too. */
  tenantIds: () => Promise<string[]>;
  /** Told of each seal, so that it leaves the machine with the log. */
  onLinked?: ((link: { tenantId: string; no: number; rows: number; hash: string }) => void) | undefined;
}

// Where rows may lie that the last seal left, and since when seals may cover rows from there on. A seal may have been
// made long after its rows: it left others of their time when there were many.
function openSince(last: { sealed_at: Date; youngest: string } | undefined): [fromId: string, chainedSince: Date] {
  if (!last) return [idRange.lowest, new Date(0)];
  const since = new Date(Math.min(last.sealed_at.getTime(), timeOf(last.youngest)) - lateMs);
  // The database and the nodes that make ids need not have the same clock.
  return [firstIdSince(since), new Date(since.getTime() - lateMs)];
}

/** What the seals say of a tenant's audit. */
interface Verdict {
  /** Rows and seals that were checked. */
  rows: number;
  links: number;
  breach: Breach | null;
  /** Rows that no seal covers yet. */
  waiting: number;
}

/** Seals over the audit: each covers new rows and the seal before it, so that a change shows (S76). */
export function createHashChain({ db, tenantIds, onLinked }: HashChainDeps) {
  const linkNext = (tenantId: string): Promise<number> =>
    db.scoped(systemScope('seal', tenantId), async (tx) => {
      if (!(await store.claimChaining(tx))) return 0;
      const last = await store.lastLink(tx);
      const found = await store.unchainedRows(tx, ...openSince(last), rowsMax);
      const beyond = firstIdSince(new Date(Date.now() - freshMs));
      const rows = found.filter(({ id }) => id < beyond);
      if (rows.length === 0) return 0;
      const [no, previous] = [Number(last?.no ?? 0) + 1, last?.hash ?? firstPrevious];
      const link = linkOf(previous, rows);
      await store.insertLink(tx, { no, previous, ...link });
      onLinked?.({ tenantId, no, rows: rows.length, hash: link.hash });
      return rows.length;
    });

  async function verifyTenant(tenantId: string): Promise<Verdict> {
    const scope = systemScope('verify', tenantId);
    const began = new Date();
    const oldestKept = firstIdSince(monthsBefore(began, keptMonths));
    let chainedUntil: number | null = null;
    let rows = 0;
    const broken = (breach: Breach, links: number) => ({ rows, links, breach, waiting: 0 });
    let previous: { no: number; hash: string } | null = null;
    for (;;) {
      const after: number | null = previous?.no ?? null;
      const links: ChainLink[] = await db.scoped(scope, (tx) => store.linksAfter(tx, after, 20), { readOnly: true });
      for (const link of links) {
        const covered = await db.scoped(scope, (tx) => store.rowsOf(tx, link.ids), { readOnly: true });
        // Retention leaves the last seal it emptied, for the next one to rest on.
        const letGo = previous === null && isLetGo(link, covered, oldestKept);
        const breach = letGo ? null : breachOf(link, previous, covered);
        if (breach) return broken(breach, after ?? 0);
        rows += covered.length;
        previous = { no: Number(link.no), hash: link.hash };
        // What came after it waits for the next one, in a stopped server or a backup for long; the alarm sees to the rest.
        const youngest = link.ids.reduce((one, other) => (one > other ? one : other), idRange.lowest);
        chainedUntil = Math.max(chainedUntil ?? 0, Math.min(began.getTime(), timeOf(youngest)));
      }
      if (links.length < 20) break;
    }
    const links = previous?.no ?? 0;
    const old = firstIdSince(new Date((chainedUntil ?? began.getTime()) - lateMs));
    const id = await db.scoped(scope, (tx) => store.firstUncovered(tx, old), { readOnly: true });
    if (id !== null) return broken({ linkNo: links, id, what: '记录不在任何封条之内' }, links);
    const waiting = await db.scoped(
      scope,
      async (tx) => store.countUnchained(tx, ...openSince(await store.lastLink(tx))),
      { readOnly: true },
    );
    return { rows, links, breach: null, waiting };
  }

  return {
    /** Seals what is new in every tenant. */
    async linkAll(): Promise<void> {
      await eachTenant(await tenantIds(), async (tenantId) => {
        while ((await linkNext(tenantId)) === rowsMax);
      });
    },
    /** Tells of each tenant whose audit has waited for its seal so long that whatever seals must have stopped. */
    async watch(tell: (tenantId: string) => Promise<unknown>): Promise<void> {
      await eachTenant(await tenantIds(), async (tenantId) => {
        const now = Date.now();
        const waits = await db.scoped(
          systemScope('watch seals', tenantId),
          async (tx) => {
            const [first] = await store.unchainedRows(tx, ...openSince(await store.lastLink(tx)), 1);
            return first !== undefined && first.id < firstIdSince(new Date(now - silentMs));
          },
          { readOnly: true },
        );
        if (waits) await tell(tenantId);
      });
    },
    /** Checks every tenant's audit against its seals. */
    async verifyAll(): Promise<({ tenantId: string } & Verdict)[]> {
      const results = [];
      for (const tenantId of await tenantIds()) results.push({ tenantId, ...(await verifyTenant(tenantId)) });
      return results;
    },
  };
}
