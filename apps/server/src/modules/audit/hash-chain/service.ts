import { systemClock } from '#kernel/clock.ts';
import { eachTenant } from '#kernel/each-tenant.ts';
import { firstIdSince, idRange, timeOf } from '#kernel/ids.ts';
import { systemScope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import { breachOf, isRemovedByRetention, firstPrevious, linkOf, type Breach, type ChainLink } from './rules.ts';
import * as store from './store.ts';

const rowsMax = 5_000;
// Maximum milliseconds between the creation of a row id and the commit of the row: the longest allowed statement.
const lateMs = 2 * 3600_000;
// Minimum age of a row to be chained, in milliseconds. Newer rows wait for the next run.
const freshMs = 1_000;
// If rows stay unchained for this long, chaining has stopped.
const silentMs = 10 * 60_000;

// Retention removes audit rows only after this age, whatever the settings say.
const keptMonths = 12;
function monthsBefore(moment: Date, months: number): Date {
  const before = new Date(moment);
  before.setUTCMonth(before.getUTCMonth() - months);
  return before;
}

/** Dependencies of the hash chain. There is no clock, because audit ids contain the time of the machine. */
export interface HashChainDeps {
  db: Db;
  /** Ids of all tenants, including the platform tenant. */
  tenantIds: () => Promise<string[]>;
  /** Called for each new link, to write it to the log, so that a copy leaves the machine. */
  onLinked?: ((link: { tenantId: string; no: number; rows: number; hash: string }) => void) | undefined;
}

// Start of the search for unchained rows: the first row id, and the creation time of the first link that may cover
// such a row. Older rows may be unchained too, because transactions can commit late.
function openSince(last: { sealed_at: Date; youngest: string } | undefined): [fromId: string, chainedSince: Date] {
  if (!last) return [idRange.lowest, new Date(0)];
  const since = new Date(Math.min(last.sealed_at.getTime(), timeOf(last.youngest)) - lateMs);
  // Go back by `lateMs`, because the clocks of the database and the nodes may differ.
  return [firstIdSince(since), new Date(since.getTime() - lateMs)];
}

interface Verdict {
  rows: number;
  links: number;
  breach: Breach | null;
  waiting: number;
}

/**
 * Hash chain over the audit. Each link covers new rows and the previous link, so that any later change of a row is
 * detected (S76).
 */
export function createHashChain({ db, tenantIds, onLinked }: HashChainDeps) {
  const linkNext = (tenantId: string): Promise<number> =>
    db.scoped(systemScope('seal', tenantId), async (tx) => {
      if (!(await store.claimChaining(tx))) return 0;
      const last = await store.lastLink(tx);
      const unchained = await store.unchainedRows(tx, ...openSince(last), rowsMax);
      const beyond = firstIdSince(new Date(systemClock.now().getTime() - freshMs));
      const rows = unchained.filter(({ id }) => id < beyond);
      if (rows.length === 0) return 0;
      const [no, previous] = [Number(last?.no ?? 0) + 1, last?.hash ?? firstPrevious];
      const link = linkOf(previous, rows);
      await store.insertLink(tx, { no, previous, ...link });
      onLinked?.({ tenantId, no, rows: rows.length, hash: link.hash });
      return rows.length;
    });

  async function verifyTenant(tenantId: string): Promise<Verdict> {
    const scope = systemScope('verify', tenantId);
    const began = systemClock.now();
    const oldestKept = firstIdSince(monthsBefore(began, keptMonths));
    let chainedUntil: number | null = null;
    let rows = 0;
    const broken = (breach: Breach, links: number) => ({ rows, links, breach, waiting: 0 });
    let previous: { no: number; hash: string } | null = null;
    for (;;) {
      const after: number | null = previous?.no ?? null;
      const links: ChainLink[] = await db.read(scope, (tx) => store.linksAfter(tx, after, 20));
      for (const link of links) {
        const covered = await db.read(scope, (tx) => store.rowsOf(tx, link.ids));
        // Retention removes old rows but keeps the last link without rows, because the next link refers to it.
        const isExpired = previous === null && isRemovedByRetention(link, covered, oldestKept);
        const breach = isExpired ? null : breachOf(link, previous, covered);
        if (breach) return broken(breach, after ?? 0);
        rows += covered.length;
        previous = { no: Number(link.no), hash: link.hash };
        // Rows newer than the last link are not an error: the next link covers them, for example after a server
        // restart. A separate alarm reports rows that wait too long.
        const youngest = link.ids.reduce((one, other) => (one > other ? one : other), idRange.lowest);
        chainedUntil = Math.max(chainedUntil ?? 0, Math.min(began.getTime(), timeOf(youngest)));
      }
      if (links.length < 20) break;
    }
    const links = previous?.no ?? 0;
    const old = firstIdSince(new Date((chainedUntil ?? began.getTime()) - lateMs));
    const id = await db.read(scope, (tx) => store.firstUncovered(tx, old));
    if (id !== null) return broken({ linkNo: links, id, what: '记录不在任何封条之内' }, links);
    const waiting = await db.read(scope, async (tx) =>
      store.countUnchained(tx, ...openSince(await store.lastLink(tx))),
    );
    return { rows, links, breach: null, waiting };
  }

  return {
    async linkAll(): Promise<void> {
      await eachTenant(await tenantIds(), async (tenantId) => {
        while ((await linkNext(tenantId)) === rowsMax);
      });
    },
    /** Reports each tenant whose rows are unchained for too long, because chaining has stopped. */
    async watch(tell: (tenantId: string) => Promise<unknown>): Promise<void> {
      await eachTenant(await tenantIds(), async (tenantId) => {
        const now = systemClock.now().getTime();
        const waits = await db.read(systemScope('watch seals', tenantId), async (tx) => {
          const [first] = await store.unchainedRows(tx, ...openSince(await store.lastLink(tx)), 1);
          return first !== undefined && first.id < firstIdSince(new Date(now - silentMs));
        });
        if (waits) await tell(tenantId);
      });
    },
    async verifyAll(): Promise<({ tenantId: string } & Verdict)[]> {
      const results = [];
      for (const tenantId of await tenantIds()) results.push({ tenantId, ...(await verifyTenant(tenantId)) });
      return results;
    },
  };
}
