export const ordersPath = '/bus/orderrecords/index';
export const invoicesPath = `${ordersPath}?view=invoice`;
export const orderPath = (id: string): string => `/bus/orderrecords/order?id=${id}`;
export const refundsPath = '/bus/orderrecords/refund';
export const membershipPath = '/bus/membership/index';
export const billsPath = '/bus/orderrecords/bill';
