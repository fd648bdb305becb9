/** The list of orders, and those that an invoice was asked for. */
export const ordersPath = '/bus/orderrecords/index';
export const invoicesPath = `${ordersPath}?view=invoice`;
/** The page of one order. */
export const orderPath = (id: string): string => `/bus/orderrecords/order?id=${id}`;
/** Refunds, and those that wait for a second person. */
export const refundsPath = '/bus/orderrecords/refund';
/** The membership of one's own enterprise. */
export const membershipPath = '/bus/membership/index';
/** Comparing vendors' bills with our books. */
export const billsPath = '/bus/orderrecords/bill';
