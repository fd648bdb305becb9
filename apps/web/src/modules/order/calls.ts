import { contentTextCalls } from '@anlan/contract/modules/content/text';
import { orderCalls } from '@anlan/contract/modules/order/calls';
import { order } from '@anlan/contract/modules/order/resource';
import { planCalls } from '@anlan/contract/modules/plan/calls';
import { enterpriseCalls } from '@anlan/contract/modules/enterprise/calls';
import { sessionCalls } from '@anlan/contract/modules/session/calls';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { bindResource } from '#kit/resource.ts';
import { api } from '#lib/api.ts';
import { isOver } from './rules.ts';

export type { VipInfo, VipPrice } from '@anlan/contract/modules/plan/calls';

export const orders = api(orderCalls);
const plans = api({ vipInfo: planCalls.vipInfo });
const content = api({ byType: contentTextCalls.byType });
const firms = api({ current: enterpriseCalls.current });
const { ticket } = api({ ticket: sessionCalls.ticket });

export const orderKey = ['order'] as const;
const quiet = { quiet: true };
/** Polling interval of the payment state, in milliseconds (ST-05). */
const pollMs = 1_000;

export const vipInfo = queryOptions({
  queryKey: ['plan', 'vip'],
  queryFn: ({ signal }) => plans.vipInfo({}, { signal, ...quiet }),
  staleTime: 0,
});
/** The current membership agreement (content type 4). */
export const agreementText = queryOptions({
  queryKey: ['content', 'membership'],
  queryFn: ({ signal }) => content.byType({ type: '4' }, { signal, ...quiet }),
});

export const ownInvoiceHead = queryOptions({
  queryKey: ['order', 'invoice head'],
  queryFn: async ({ signal }) => {
    const firm = await firms.current({}, { signal, ...quiet });
    return { title: firm?.name ?? '', taxNo: firm?.creditCode ?? '', email: firm?.email ?? '' };
  },
});

/** Creates an order. For the same choice, returns the existing order while it can still be paid. */
export const saveOrder = (choice: { priceId: string; code: string; year: number; agreement: number }) =>
  orders.saveOrder(choice, quiet);

/** Polls the order each second until it is paid or no longer payable. */
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
/** Starts a payment on this phone. Inside WeChat it first leaves for WeChat's page, which returns with an OAuth code. */
export const phonePay = (input: {
  id: string;
  way: 'wechat' | 'wechatInApp' | 'alipay';
  code?: string;
  state?: string;
}) => orders.phonePay(input, quiet);
export const payAuthorize = (id: string) => orders.payAuthorize({ id }, quiet);
/** Asks the vendors about the payment now. */
export const reportPaid = ({ id, code, year }: { id: string; code: string; year: number }) =>
  orders.payMeal({ orderId: id, code, year }, quiet);

/** Address of the page on this site that forwards to Alipay. Its ticket works once. */
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

export const oneOrder = (id: string) =>
  queryOptions({
    queryKey: [...orderKey, 'one', id],
    queryFn: ({ signal }) => orders.get({ id }, { signal, ...quiet }),
  });
export const orderBooks = (id: string) =>
  queryOptions({
    queryKey: [...orderKey, 'books', id],
    queryFn: ({ signal }) => orders.books({ id }, { signal, ...quiet }),
  });
export const noticeOf = (id: string) =>
  queryOptions({
    queryKey: [...orderKey, 'notice', id],
    queryFn: ({ signal }) => orders.notice({ id }, { signal, ...quiet }),
  });
/** Calculates a refund without executing it. Default: all remaining months. */
export const refundPreview = (orderId: string, months: number | undefined) =>
  queryOptions({
    queryKey: [...orderKey, 'refund', orderId, months],
    queryFn: ({ signal }) => orders.refundPreview({ orderId, months }, { signal, ...quiet }),
    staleTime: 0,
  });

export const boundOrder = bindResource(order, orderCalls);

export const refundCalls = { page: orderCalls.refundPage, export: orderCalls.refundExport };
export const refundReading = { key: ['order', 'refunds'] } as const;

export const billCalls = { page: orderCalls.billPage };
export const billReading = { key: ['order', 'bills'] } as const;
export type BillFilter = Parameters<typeof orders.billPage>[0]['filter'];
export const differenceCalls = { page: orderCalls.differencePage };
export const differenceReading = { key: ['order', 'differences'] } as const;

export const balanceCheck = queryOptions({
  queryKey: [...orderKey, 'balance'],
  queryFn: ({ signal }) => orders.balance({}, { signal, ...quiet }),
});
