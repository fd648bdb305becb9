// Invoices of orders: asked for by the enterprise, issued and reversed by those who look after money.
import { invoiceDays } from '@anlan/contract/modules/order/inputs';
import type { InvoiceHead } from '@anlan/contract/modules/order/resource';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { StoredRow } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { write } from './ledger-store.ts';

type Values = Record<string, unknown>;
const dayMs = 86_400_000;
const mayStand: Readonly<Record<string, readonly string[]>> = {
  applyInvoice: ['none', 'reversed'],
  issueInvoice: ['applied'],
  reverseInvoice: ['issued'],
};
const becomes: Readonly<Record<string, string>> = {
  applyInvoice: 'applied',
  issueInvoice: 'issued',
  reverseInvoice: 'reversed',
};
const titles: Readonly<Record<string, string>> = {
  applyInvoice: '申请发票',
  issueInvoice: '开具发票',
  reverseInvoice: '红冲发票',
};

/** Opens invoices. */
export function createInvoicing({ clock, events }: Pick<ModuleKit, 'clock' | 'events'>) {
  return {
    /** Whether an invoice may be asked for, issued or reversed as the row stands. */
    mayMove(move: string, row: StoredRow, scope: Scope): boolean {
      const states = mayStand[move];
      if (states === undefined) return true;
      if (!states.includes(String(row.invoiceStatus))) return false;
      return move !== 'applyInvoice' || scope.userType === 'enterprise';
    },
    /** What an act about an invoice stores. */
    beforeMove(_tx: Tx, move: string, row: StoredRow, _input: Values): Values | undefined {
      if (!Object.hasOwn(becomes, move)) return undefined;
      if (move === 'applyInvoice') {
        const paidAt = row.paidAt;
        if (!(paidAt instanceof Date) || clock.now().getTime() - paidAt.getTime() > invoiceDays * dayMs)
          throw new AppError('invalid', `发票可在支付后 ${invoiceDays} 天内申请`);
      }
      return { invoiceStatus: becomes[move] };
    },
    /** Writes it into the books of the order. */
    async moved(tx: Tx, move: string, row: StoredRow, input: Values): Promise<void> {
      const title = titles[move];
      if (title === undefined) return;
      const enterpriseId = String(row.enterpriseId);
      const head = input['invoice'] as InvoiceHead | undefined;
      const detail =
        move === 'applyInvoice'
          ? `抬头 ${head?.title ?? ''}，税号 ${head?.taxNo ?? ''}`
          : String(input['invoiceNo'] ?? input['reason'] ?? '');
      await write(tx, {
        enterpriseId,
        orderId: row.id,
        at: clock.now(),
        by: move === 'applyInvoice' ? 'enterprise' : 'platform',
        kind: { applyInvoice: 'invoiceApplied', issueInvoice: 'invoiceIssued' }[move] ?? 'invoiceReversed',
        title,
        detail: `${tx.scope.userName ?? ''} · ${detail}`,
      });
      await events.emit(tx, 'order.changed', { ids: [row.id], enterpriseIds: [enterpriseId] });
    },
  };
}
