// What this module adds to the product: permits, call names, menu entries, preset rights.

export const callNames = { 'company.currentEnt': '查询工商信息' };
