/** The list of orders. */
export const ordersPath = '/bus/orderrecords/index';
/** The page of one order. */
export const orderPath = (id: string): string => `/bus/orderrecords/order/${id}`;
/** Comparing vendors' bills with our books. */
export const billsPath = '/bus/orderrecords/bill';
/** Refunds, and those that wait for a second person. */
export const refundsPath = '/bus/orderrecords/refund';
