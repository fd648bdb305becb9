// What a notice card (风险告知卡) says: the point as it is in force, who answers for it, whom to call.
import type { Hazard } from '@anlan/contract/modules/risk-point/measures';
import type { RiskCard } from '@anlan/contract/modules/risk-point/views';
import type { RiskPoint } from '@anlan/contract/modules/risk-point/resource';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { StoredRow } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { setPdf } from '#platform/pdf/index.ts';
import { cardFile } from './card-file.ts';
import { accidentLabel } from './library.ts';

/** Posts that print and post the cards. */
const printers = ['head', 'safetyManager'] as const;

interface Deps {
  kit: Pick<ModuleKit, 'db' | 'clock'>;
  points: {
    rowsWhere: (
      tx: Tx,
      equals: Readonly<Record<string, unknown>>,
      options?: { limit?: number },
    ) => Promise<StoredRow[]>;
    present: (tx: Tx, rows: readonly StoredRow[]) => Promise<RiskPoint[]>;
  };
  staff: {
    byPost: (
      tx: Tx,
      enterpriseId: string,
      posts: readonly ['safetyManager'],
    ) => Promise<{ id: string; name: string }[]>;
    mayActAs: (tx: Tx, posts: typeof printers) => Promise<boolean>;
    employee: (tx: Tx, id: string) => Promise<StoredRow | undefined>;
    classified: { read: (tx: Tx, id: string, field: string) => Promise<string | null | undefined> };
  };
  enterprise: { cards: (tx: Tx, ids: string[]) => Promise<Map<string, { name: string }>> };
  tenant: { demandOwnOrigin: (at: string | undefined) => Promise<void> };
}

/** Opens notice cards. */
export function createCards({ kit: { db, clock }, points, staff, enterprise, tenant }: Deps) {
  const cardOf = (scope: Scope, id: string): Promise<{ card: RiskCard; point: RiskPoint }> =>
    db.scoped(
      scope,
      async (tx) => {
        const [row] = await points.rowsWhere(tx, { id }, { limit: 1 });
        const [point] = row ? await points.present(tx, [row]) : [];
        if (!row || !point) throw new AppError('notFound');
        const enterpriseId = String(row.enterpriseId);
        // Whom to call hangs on the wall of the enterprise; whoever else looks sees the mask that the register shows.
        const phoneOf = async (employeeId: string) => {
          if (scope.enterpriseId === enterpriseId)
            return (await staff.classified.read(tx, employeeId, 'phone')) ?? null;
          const masked = (await staff.employee(tx, employeeId))?.['phone'];
          return typeof masked === 'string' ? masked : null;
        };
        const [safety] = await staff.byPost(tx, enterpriseId, ['safetyManager']);
        const codes = [...new Set((row.hazards as readonly Hazard[]).flatMap(({ accidentTypes }) => accidentTypes))];
        const card = {
          point,
          enterpriseName: (await enterprise.cards(tx, [enterpriseId])).get(enterpriseId)?.name ?? '',
          accidents: codes.map((code) => ({ code, label: accidentLabel(code) })),
          ownerPhone: await phoneOf(String(row.ownerId)),
          safety: safety ? { name: safety.name, phone: await phoneOf(safety.id) } : null,
          // Who prints the cards: anybody else would prove presence without going there.
          code:
            scope.enterpriseId === enterpriseId && (await staff.mayActAs(tx, printers))
              ? String(row.presenceCode)
              : null,
          at: clock.now(),
        };
        return { card, point };
      },
      { readOnly: true },
    );
  return {
    card: async (scope: Scope, { id }: { id: string }): Promise<RiskCard> => (await cardOf(scope, id)).card,
    cardPdf: async (scope: Scope, { id, at }: { id: string; at?: string | undefined }) => {
      await tenant.demandOwnOrigin(at);
      const { card, point } = await cardOf(scope, id);
      const proof = card.code === null ? '' : `&code=${encodeURIComponent(card.code)}`;
      const address = at === undefined ? null : `${at}/bus/riskpoint/point?id=${id}${proof}`;
      return {
        name: `风险告知卡-${point.name}-${point.no ?? ''}.pdf`,
        type: 'application/pdf',
        body: await setPdf(cardFile(card, point, address)),
      };
    },
  };
}
