import * as z from 'zod/mini';
import { id, instant, text, withId } from '../../domain/fields.ts';
import { crud, listQuery } from '../../kit/calls.ts';
import { document, enveloped, get, nothing, pageOf, pageQuery, post } from '../../http/dialect.ts';
import {
  billFilter,
  billWanted,
  differenceFilter,
  payMealInput,
  refundDecision,
  refundFilter,
  refundInput,
  refundWanted,
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
  refundPreview,
  refundView,
} from './views.ts';

const plain = crud(order, '/bus/orderrecords', { page: '/bus/orderrecords/page', impersonation: false });
const orderPage = { input: listQuery(order), answer: plain.page.answer } as const;
const ofOrder = z.object({ /** The order. */ id });

/** Calls of orders (订单), payments, refunds, invoices and the books. */
export const orderCalls = {
  ...plain,
  /** Poll: data.status is 1 once it is paid (ST-05). */
  get: { ...plain.get, activity: 'background' as const, origin: 'spec §7' },
  create: { ...plain.create, origin: 'spec §7' },
  update: { ...plain.update, origin: 'spec §7' },
  remove: { ...plain.remove, origin: 'spec §7' },
  /** Everything that the caller oversees. */
  page1: get('/bus/orderrecords/page1', { ...orderPage, permit: 'bus:orderrecords:all', origin: 'spec §7' }),
  /** Orders that an invoice was asked for. */
  pageByInvoice: get('/bus/orderrecords/pageByInvoice', {
    ...orderPage,
    permit: 'bus:orderrecords:index',
    origin: 'spec §7',
  }),
  /** Orders a plan for the caller's enterprise; the same choice again is the same order while it can be paid. */
  saveOrder: post('/bus/orderrecords/saveOrder', {
    input: saveOrderInput,
    answer: enveloped(z.object({ /** The order to pay. */ id })),
    permit: 'bus:enterprise:pay',
    origin: 'spec §7',
  }),
  wxpay: post('/payapi/wxpay/order', {
    input: z.object({ /** The order. */ id, /** Way of paying. */ tradeType: z.optional(z.literal('NATIVE')) }),
    in: { id: 'query', tradeType: 'query' },
    answer: enveloped(
      z.object({
        /** What the QR code says. */
        codeUrl: z.string(),
        /** Until when it can be paid. */
        expiresAt: instant,
      }),
    ),
    permit: 'bus:enterprise:pay',
    origin: 'spec §7',
  }),
  /**
   * Opened in a frame: path and query are the target of a ticket (POST /auth/ticket, purpose alipay), which goes into
   * `access_token`. Leads to the vendor's page by 302, or says in a page of its own why not.
   */
  alipay: get('/payapi/alipay/order', {
    input: z.object({
      /** The order. */
      orderId: id,
      /** Any number, so that no frame is kept. */
      r: z.optional(text(40)),
    }),
    answer: document('text/html'),
    permit: 'bus:enterprise:pay',
    origin: 'spec §7',
  }),
  /** The buyer says that they pay: asks the vendors at once. */
  payMeal: post('/bus/enterprise/payMeal', {
    input: payMealInput,
    answer: nothing,
    permit: 'bus:enterprise:pay',
    origin: 'spec §7',
  }),
  /** Payment attempts of an order. */
  attempts: get('/bus/orderrecords/attempts/{id}', {
    input: withId,
    answer: enveloped(z.array(attemptView)),
    permit: 'bus:orderrecords:index',
    origin: 'chosen',
  }),
  /** The page that explains each fen. */
  books: get('/bus/orderrecords/books/{id}', {
    input: withId,
    answer: enveloped(orderBooks),
    permit: 'bus:orderrecords:index',
    origin: 'chosen',
  }),
  notice: get('/bus/orderrecords/notice/{id}', {
    input: withId,
    answer: enveloped(noticeView),
    permit: 'bus:orderrecords:settle',
    origin: 'chosen',
  }),
  /** Asks the vendors about everything open of an order, now. */
  ask: post('/bus/orderrecords/ask', {
    input: ofOrder,
    answer: enveloped(z.object({ /** What was found, in words. */ message: z.string() })),
    permit: 'bus:orderrecords:settle',
    impersonation: true,
    origin: 'chosen',
  }),
  /** Applies the kept notices of an order once more; what was applied changes nothing. */
  replay: post('/bus/orderrecords/replay', {
    input: ofOrder,
    answer: enveloped(z.object({ message: z.string() })),
    permit: 'bus:orderrecords:settle',
    impersonation: true,
    origin: 'chosen',
  }),
  refundPreview: get('/bus/orderrecords/refund/preview', {
    input: refundWanted,
    answer: enveloped(refundPreview),
    permit: 'bus:orderrecords:refund',
    origin: 'chosen',
  }),
  /** Asks for a refund; nothing changes until a second person has agreed. */
  refundAsk: post('/bus/orderrecords/refund', {
    input: refundInput,
    answer: enveloped(withId),
    permit: 'bus:orderrecords:refund',
    // The platform keeps orders (contracts §4); what leaves the merchant's account a second person of the unit decides.
    impersonation: true,
    origin: 'chosen',
  }),
  /** A second person decides, with a code of their own second factor (S50). */
  refundDecide: post('/bus/orderrecords/refund/decide', {
    input: refundDecision,
    answer: nothing,
    permit: 'bus:orderrecords:review',
    origin: 'chosen',
  }),
  /** Sends a refund that failed, or whose end nobody knows, once more under its own number. */
  refundRetry: post('/bus/orderrecords/refund/retry', {
    input: ofOrder,
    answer: nothing,
    permit: 'bus:orderrecords:refund',
    impersonation: true,
    origin: 'chosen',
  }),
  refundPage: get('/bus/orderrecords/refund/page', {
    input: pageQuery(refundFilter, ['askedAt']),
    answer: enveloped(pageOf(refundView)),
    permit: 'bus:orderrecords:refund',
    origin: 'chosen',
  }),
  /** The last check of the books; null before the first. */
  balance: get('/bus/orderrecords/balance', {
    answer: enveloped(z.nullable(balanceCheck)),
    permit: 'bus:orderrecords:settle',
    origin: 'chosen',
  }),
  checkBalance: post('/bus/orderrecords/balance', {
    answer: enveloped(balanceCheck),
    permit: 'bus:orderrecords:settle',
    impersonation: true,
    origin: 'chosen',
  }),
  billPage: get('/bus/orderrecords/bill/page', {
    input: pageQuery(billFilter, ['day']),
    answer: enveloped(pageOf(billDay)),
    permit: 'bus:orderrecords:settle',
    origin: 'chosen',
  }),
  differencePage: get('/bus/orderrecords/bill/difference/page', {
    input: pageQuery(differenceFilter, ['day']),
    answer: enveloped(pageOf(billDifference)),
    permit: 'bus:orderrecords:settle',
    origin: 'chosen',
  }),
  /** Fetches a day's bill anew and compares it. */
  reconcile: post('/bus/orderrecords/bill', {
    input: billWanted,
    answer: enveloped(billDay),
    permit: 'bus:orderrecords:settle',
    impersonation: true,
    origin: 'chosen',
  }),
  /** Settles a difference by a button: ask, replay, refund (then a second person decides), or a note that it is known. */
  settle: post('/bus/orderrecords/bill/settle', {
    input: settlement,
    answer: enveloped(billDifference),
    permit: 'bus:orderrecords:settle',
    impersonation: true,
    origin: 'chosen',
  }),
};
