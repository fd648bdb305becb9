// Content of a notice card (风险告知卡): the point in force, its responsible person and the phone numbers.
import type { RiskCard } from '@anlan/contract/modules/risk-point/views';
import type { RiskPoint, riskPoint } from '@anlan/contract/modules/risk-point/resource';
import type { employee } from '@anlan/contract/modules/staff/resource';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { RowOf } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { setPdf } from '#platform/pdf/index.ts';
import { cardFile } from './card-pdf.ts';
import { accidentLabel } from './hazard-standards.ts';
import { presenceCodeOf } from './store.ts';

type RiskPointRow = RowOf<typeof riskPoint>;

const printers = ['head', 'safetyManager'] as const;

interface Deps {
  kit: Pick<ModuleKit, 'db' | 'clock'>;
  points: {
    rowsWhere: (
      tx: Tx,
      equals: Readonly<Record<string, unknown>>,
      options?: { limit?: number },
    ) => Promise<RiskPointRow[]>;
    present: (tx: Tx, rows: readonly RiskPointRow[]) => Promise<RiskPoint[]>;
  };
  staff: {
    byPost: (
      tx: Tx,
      enterpriseId: string,
      posts: readonly ['safetyManager'],
    ) => Promise<{ id: string; name: string }[]>;
    mayActAs: (tx: Tx, posts: typeof printers) => Promise<boolean>;
    employee: (tx: Tx, id: string) => Promise<RowOf<typeof employee> | undefined>;
    classified: { read: (tx: Tx, id: string, field: string) => Promise<string | null | undefined> };
  };
  enterprise: { cards: (tx: Tx, ids: string[]) => Promise<Map<string, { name: string }>> };
  tenant: { demandOwnOrigin: (at: string | undefined) => Promise<void> };
}

export function createCards({ kit: { db, clock }, points, staff, enterprise, tenant }: Deps) {
  const cardOf = (scope: Scope, id: string): Promise<{ card: RiskCard; point: RiskPoint }> =>
    db.read(scope, async (tx) => {
      const [row] = await points.rowsWhere(tx, { id }, { limit: 1 });
      const [point] = row ? await points.present(tx, [row]) : [];
      if (!row || !point) throw new AppError('notFound');
      const enterpriseId = row.enterpriseId;
      // Employees see full phone numbers, because the card hangs in their enterprise. Other viewers see masked
      // numbers, as in the register.
      const phoneOf = async (employeeId: string) => {
        if (scope.enterpriseId === enterpriseId) return (await staff.classified.read(tx, employeeId, 'phone')) ?? null;
        return (await staff.employee(tx, employeeId))?.phone ?? null;
      };
      const [safety] = await staff.byPost(tx, enterpriseId, ['safetyManager']);
      const codes = [...new Set(row.hazards.flatMap(({ accidentTypes }) => accidentTypes))];
      const card = {
        point,
        enterpriseName: (await enterprise.cards(tx, [enterpriseId])).get(enterpriseId)?.name ?? '',
        accidents: codes.map((code) => ({ code, label: accidentLabel(code) })),
        ownerPhone: await phoneOf(row.ownerId),
        safety: safety ? { name: safety.name, phone: await phoneOf(safety.id) } : null,
        // Only people who print cards get the QR code. Other people could use it to prove presence without being
        // there.
        code:
          scope.enterpriseId === enterpriseId && (await staff.mayActAs(tx, printers))
            ? await presenceCodeOf(tx, id)
            : null,
        at: clock.now(),
      };
      return { card, point };
    });
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
