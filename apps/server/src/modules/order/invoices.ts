// Invoices of orders: enterprises request them, finance staff issue and reverse them.
import type { order } from '@anlan/contract/modules/order/resource';
import { invoiceDays } from '@anlan/contract/modules/order/inputs';
import type { InvoiceHead } from '@anlan/contract/modules/order/resource';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { RowOf } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { addLine } from './ledger-store.ts';

type OrderRow = RowOf<typeof order>;

type Values = Record<string, unknown>;
const dayMs = 86_400_000;
const allowedStates: Readonly<Record<string, readonly string[]>> = {
  applyInvoice: ['none', 'reversed'],
  issueInvoice: ['applied'],
  reverseInvoice: ['issued'],
};
const targetState: Readonly<Record<string, string>> = {
  applyInvoice: 'applied',
  issueInvoice: 'issued',
  reverseInvoice: 'reversed',
};
const titles: Readonly<Record<string, string>> = {
  applyInvoice: '申请发票',
  issueInvoice: '开具发票',
  reverseInvoice: '红冲发票',
};

export function createInvoices({ clock, events }: Pick<ModuleKit, 'clock' | 'events'>) {
  const isInTime = ({ paidAt }: OrderRow) =>
    paidAt instanceof Date && clock.now().getTime() - paidAt.getTime() <= invoiceDays * dayMs;
  return {
    mayMove(move: string, row: OrderRow, scope: Scope): boolean {
      const states = allowedStates[move];
      if (states === undefined) return true;
      if (!states.includes(row.invoiceStatus)) return false;
      return move !== 'applyInvoice' || (scope.userType === 'enterprise' && isInTime(row));
    },
    beforeMove(_tx: Tx, move: string, row: OrderRow, _input: Values): Values | undefined {
      if (!Object.hasOwn(targetState, move)) return undefined;
      if (move === 'applyInvoice') {
        if (!isInTime(row)) throw new AppError('invalid', `发票可在支付后 ${invoiceDays} 天内申请`);
      }
      return { invoiceStatus: targetState[move] };
    },
    async moved(tx: Tx, move: string, row: OrderRow, input: Values): Promise<void> {
      const title = titles[move];
      if (title === undefined) return;
      const enterpriseId = row.enterpriseId;
      const head = input['invoice'] as InvoiceHead | undefined;
      const detail =
        move === 'applyInvoice'
          ? `抬头 ${head?.title ?? ''}，税号 ${head?.taxNo ?? ''}`
          : String(input['invoiceNo'] ?? input['reason'] ?? '');
      await addLine(tx, {
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
