import { contentTextCalls } from '@anlan/contract/modules/content/text';
import { orderCalls } from '@anlan/contract/modules/order/calls';
import { order } from '@anlan/contract/modules/order/resource';
import { planCalls } from '@anlan/contract/modules/plan/calls';
import { enterpriseCalls } from '@anlan/contract/modules/enterprise/calls';
import { sessionCalls } from '@anlan/contract/modules/session/calls';
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { bindResource } from '#kit/resource.ts';
import { api } from '#lib/api.ts';
import { isOver } from './rules.ts';

export type { VipInfo, VipPrice } from '@anlan/contract/modules/plan/calls';

/** Calls about orders, payments, refunds, invoices and the books. */
export const orders = api(orderCalls);
const plans = api({ vipInfo: planCalls.vipInfo });
const content = api({ byType: contentTextCalls.byType });
const firms = api({ current: enterpriseCalls.current });
const { ticket } = api({ ticket: sessionCalls.ticket });

/** Everything that has been read of orders. */
export const orderKey = ['order'] as const;
const quiet = { quiet: true };
/** How often the server is asked whether an order is paid (ST-05). */
const pollMs = 1_000;

/** What the dialog is opened with: plans, the membership as it is, and the ways to pay. */
export const vipInfo = queryOptions({
  queryKey: ['plan', 'vip'],
  queryFn: ({ signal }) => plans.vipInfo({}, { signal, ...quiet }),
  staleTime: 0,
});
/** The membership agreement in force (content of type 4). */
export const agreementText = queryOptions({
  queryKey: ['content', 'membership'],
  queryFn: ({ signal }) => content.byType({ type: '4' }, { signal, ...quiet }),
});

/** Whom an invoice of one's own enterprise is made out to, as far as its file says. */
export const ownInvoiceHead = queryOptions({
  queryKey: ['order', 'invoice head'],
  queryFn: async ({ signal }) => {
    const firm = await firms.current({}, { signal, ...quiet });
    return { title: firm?.name ?? '', taxNo: firm?.creditCode ?? '', email: firm?.email ?? '' };
  },
});

/** Orders a price; the same one again is the same order while it can be paid. */
export const saveOrder = (choice: { priceId: string; code: string; year: number; agreement: number }) =>
  orders.saveOrder(choice, quiet);

/** The order that is being paid, every second until it is paid or can no longer be. */
export const polledOrder = (id: string | null) =>
  queryOptions({
    queryKey: [...orderKey, 'pay', id],
    queryFn: id === null ? skipToken : ({ signal }) => orders.get({ id }, { signal, ...quiet }),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : pollMs),
    refetchIntervalInBackground: true,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
/** What WeChat's code says. */
export const weChatCode = (id: string | null) =>
  queryOptions({
    queryKey: [...orderKey, 'pay', id, 'wechat'],
    queryFn:
      id === null
        ? skipToken
        : async ({ signal }) => (await orders.wxpay({ id, tradeType: 'NATIVE' }, { signal, ...quiet })).codeUrl,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
/** Where Alipay's page stands: an address of our own that opens once, by a ticket for it alone. */
export const alipayAddress = (id: string | null) =>
  queryOptions({
    queryKey: [...orderKey, 'pay', id, 'alipay'],
    queryFn:
      id === null
        ? skipToken
        : async ({ signal }) => {
            const target = `${orderCalls.alipay.path}?${new URLSearchParams({ orderId: id, r: crypto.randomUUID() }).toString()}`;
            const made = await ticket({ purpose: 'alipay', target }, { signal, ...quiet });
            return `${target}&${new URLSearchParams({ access_token: made.ticket }).toString()}`;
          },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** One order as it is told in lists. */
export const oneOrder = (id: string) =>
  queryOptions({
    queryKey: [...orderKey, 'one', id],
    queryFn: ({ signal }) => orders.get({ id }, { signal, ...quiet }),
  });
/** The page that explains each fen of an order. */
export const orderBooks = (id: string) =>
  queryOptions({
    queryKey: [...orderKey, 'books', id],
    queryFn: ({ signal }) => orders.books({ id }, { signal, ...quiet }),
  });
/** A vendor's notice as it was verified and kept. */
export const noticeOf = (id: string) =>
  queryOptions({
    queryKey: [...orderKey, 'notice', id],
    queryFn: ({ signal }) => orders.notice({ id }, { signal, ...quiet }),
  });
/** What a refund of so many months would do; of all that are left where none are named. */
export const refundPreview = (orderId: string, months: number | undefined) =>
  queryOptions({
    queryKey: [...orderKey, 'refund', orderId, months],
    queryFn: ({ signal }) => orders.refundPreview({ orderId, months }, { signal, ...quiet }),
    staleTime: 0,
  });

/** Orders with the kit's dialogs of moves. */
export const boundOrder = bindResource(order, orderCalls);

/** How lists stand in their URLs: refunds, days of vendors' bills, and differences from our books. */
export const refundQuery = orderCalls.refundPage.input;
export const billQuery = orderCalls.billPage.input;
export const differenceQuery = orderCalls.differencePage.input;
type RefundPage = Parameters<typeof orders.refundPage>[0];
type BillPage = Parameters<typeof orders.billPage>[0];
type DifferencePage = Parameters<typeof orders.differencePage>[0];
/** Filters of these lists. */
export type RefundFilter = RefundPage['filter'];
export type BillFilter = BillPage['filter'];
export type DifferenceFilter = DifferencePage['filter'];

/** A page of refunds. */
export const refundPage = (input: RefundPage) =>
  queryOptions({
    queryKey: [...orderKey, 'refunds', input],
    queryFn: ({ signal }) => orders.refundPage(input, { signal, ...quiet }),
    placeholderData: keepPreviousData,
  });
/** A page of the days of vendors' bills. */
export const billPage = (input: BillPage) =>
  queryOptions({
    queryKey: [...orderKey, 'bills', input],
    queryFn: ({ signal }) => orders.billPage(input, { signal, ...quiet }),
    placeholderData: keepPreviousData,
  });
/** A page of differences between bills and books. */
export const differencePage = (input: DifferencePage) =>
  queryOptions({
    queryKey: [...orderKey, 'differences', input],
    queryFn: ({ signal }) => orders.differencePage(input, { signal, ...quiet }),
    placeholderData: keepPreviousData,
  });
/** The last check of the books. */
export const balanceCheck = queryOptions({
  queryKey: [...orderKey, 'balance'],
  queryFn: ({ signal }) => orders.balance({}, { signal, ...quiet }),
});
