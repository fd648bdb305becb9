import * as z from 'zod/mini';
import { id, instant, oneOrMany, text, withId } from '../../domain/fields.ts';
import { crud, listQuery } from '../../kit/calls.ts';
import { document, enveloped, file, get, pageOf, pageQuery, post } from '../../http/call-table.ts';
import {
  billFilter,
  billRequest,
  differenceFilter,
  payMealInput,
  phonePayInput,
  refundDecision,
  refundExportColumns,
  refundFilter,
  refundInput,
  refundRequest,
  saveOrderInput,
  settlement,
} from './inputs.ts';
import { order } from './resource.ts';
import {
  attemptView,
  balanceCheck,
  billDay,
  billDifference,
  noticeView,
  orderBooks,
  phonePayment,
  refundPreview,
  refundView,
} from './views.ts';

const crudCalls = crud(order, '/bus/orderrecords', { page: '/bus/orderrecords/page', impersonation: false });
const orderPage = { input: listQuery(order), answer: crudCalls.page.answer } as const;
const orderIdInput = z.object({ id });

export const orderCalls = {
  ...crudCalls,
  /** Returns an order. Clients poll it: `data.status` is 1 once the order is paid (ST-05). */
  get: { ...crudCalls.get, activity: 'background' as const, origin: 'spec §7' },
  create: { ...crudCalls.create, origin: 'spec §7' },
  update: { ...crudCalls.update, origin: 'spec §7' },
  remove: { ...crudCalls.remove, origin: 'spec §7' },
  /** Lists all orders in the caller's scope. */
  page1: get('/bus/orderrecords/page1', { ...orderPage, permit: 'bus:orderrecords:all', origin: 'spec §7' }),
  /** Lists orders with an invoice request. */
  pageByInvoice: get('/bus/orderrecords/pageByInvoice', {
    ...orderPage,
    permit: 'bus:orderrecords:index',
    origin: 'spec §7',
  }),
  /**
   * Orders a membership plan for the caller's enterprise. A repeated call with the same choice returns the same
   * unpaid order.
   */
  saveOrder: post('/bus/orderrecords/saveOrder', {
    input: saveOrderInput,
    answer: enveloped(
      z.object({
        id,
        /** The buyer's unpaid orders that this choice closes. */
        former: z.array(z.object({ id, orderNo: z.string() })),
      }),
    ),
    permit: 'bus:enterprise:pay',
    origin: 'spec §7',
  }),
  wxpay: post('/payapi/wxpay/order', {
    input: z.object({ id, tradeType: z.optional(z.literal('NATIVE')) }),
    in: { id: 'query', tradeType: 'query' },
    answer: enveloped(
      z.object({
        /** Content of the QR code with which the buyer pays. */
        codeUrl: z.string(),
        expiresAt: instant,
      }),
    ),
    permit: 'bus:enterprise:pay',
    origin: 'spec §7',
  }),
  /**
   * Opens the payment page in a frame. The client first gets a ticket for this path and query (POST /auth/ticket,
   * purpose alipay) and sends it as `access_token`. Redirects to the vendor, or returns an error page.
   */
  alipay: get('/payapi/alipay/order', {
    input: z.object({
      orderId: id,
      /** Random text, so that the browser does not cache the frame. */
      r: z.optional(text(40)),
    }),
    answer: document('text/html'),
    permit: 'bus:enterprise:pay',
    origin: 'spec §7',
  }),
  /** Starts a payment in the browser of WeChat: the page that sends the payer back with an OAuth code. */
  payAuthorize: post('/payapi/wxpay/authorize', {
    input: orderIdInput,
    answer: enveloped(z.object({ url: z.string() })),
    permit: 'bus:enterprise:pay',
    browser: 'marks',
  }),
  /** Starts a payment on a phone. A payment that was begun in another way is closed first. */
  phonePay: post('/payapi/phone/order', {
    input: phonePayInput,
    answer: enveloped(phonePayment),
    permit: 'bus:enterprise:pay',
    browser: 'reads',
  }),
  /** The buyer reports that the order is paid. The server queries the vendors at once. */
  payMeal: post('/bus/enterprise/payMeal', { input: payMealInput, permit: 'bus:enterprise:pay', origin: 'spec §7' }),
  attempts: get('/bus/orderrecords/attempts/{id}', {
    input: withId,
    answer: enveloped(z.array(attemptView)),
    permit: 'bus:orderrecords:index',
  }),
  books: get('/bus/orderrecords/books/{id}', {
    input: withId,
    answer: enveloped(orderBooks),
    permit: 'bus:orderrecords:index',
  }),
  notice: get('/bus/orderrecords/notice/{id}', {
    input: withId,
    answer: enveloped(noticeView),
    permit: 'bus:orderrecords:settle',
  }),
  /** Queries the vendors now about all open payments and refunds of an order. */
  ask: post('/bus/orderrecords/ask', {
    input: orderIdInput,
    answer: enveloped(z.object({ message: z.string() })),
    permit: 'bus:orderrecords:settle',
    impersonation: true,
  }),
  /** Applies the stored vendor notices of an order again. Notices that were applied before have no second effect. */
  replay: post('/bus/orderrecords/replay', {
    input: orderIdInput,
    answer: enveloped(z.object({ message: z.string() })),
    permit: 'bus:orderrecords:settle',
    impersonation: true,
  }),
  refundPreview: get('/bus/orderrecords/refund/preview', {
    input: refundRequest,
    answer: enveloped(refundPreview),
    permit: 'bus:orderrecords:refund',
  }),
  /** Requests a refund; nothing changes until a second person approves it. */
  refundAsk: post('/bus/orderrecords/refund', {
    input: refundInput,
    answer: enveloped(withId),
    permit: 'bus:orderrecords:refund',
    // Platform staff in a tenant may request a refund. Only a second person of that tenant can approve it
    // (refundDecide).
    impersonation: true,
  }),
  /** A second person approves or refuses the refund, with a code of the second factor of this person (S50). */
  refundDecide: post('/bus/orderrecords/refund/decide', { input: refundDecision, permit: 'bus:orderrecords:review' }),
  /** Sends a failed or unknown refund again under the same refund number. */
  refundRetry: post('/bus/orderrecords/refund/retry', {
    input: orderIdInput,
    permit: 'bus:orderrecords:refund',
    impersonation: true,
  }),
  refundPage: get('/bus/orderrecords/refund/page', {
    input: pageQuery(refundFilter, ['askedAt']),
    answer: enveloped(pageOf(refundView)),
    permit: 'bus:orderrecords:refund',
  }),
  /** Returns the refunds of the list as a spreadsheet. Requires the right to export orders too. */
  refundExport: get('/bus/orderrecords/refund/export', {
    input: pageQuery({ ...refundFilter, columns: z.optional(oneOrMany(z.enum(refundExportColumns))) }, ['askedAt']),
    answer: file('xlsx'),
    permit: 'bus:orderrecords:refund',
    wait: 'export',
  }),
  /** Returns the last check of all balances; null before the first check. */
  balance: get('/bus/orderrecords/balance', {
    answer: enveloped(z.nullable(balanceCheck)),
    permit: 'bus:orderrecords:settle',
  }),
  checkBalance: post('/bus/orderrecords/balance', {
    answer: enveloped(balanceCheck),
    permit: 'bus:orderrecords:settle',
    impersonation: true,
  }),
  billPage: get('/bus/orderrecords/bill/page', {
    input: pageQuery(billFilter, ['day']),
    answer: enveloped(pageOf(billDay)),
    permit: 'bus:orderrecords:settle',
  }),
  differencePage: get('/bus/orderrecords/bill/difference/page', {
    input: pageQuery(differenceFilter, ['day']),
    answer: enveloped(pageOf(billDifference)),
    permit: 'bus:orderrecords:settle',
  }),
  reconcile: post('/bus/orderrecords/bill', {
    input: billRequest,
    answer: enveloped(billDay),
    permit: 'bus:orderrecords:settle',
    impersonation: true,
  }),
  /**
   * Resolves a difference to the vendor's bill: by a query, a replay, a refund (a second person decides), or a note.
   */
  settle: post('/bus/orderrecords/bill/settle', {
    input: settlement,
    answer: enveloped(billDifference),
    permit: 'bus:orderrecords:settle',
    impersonation: true,
  }),
};
