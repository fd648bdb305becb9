// What the lists of the product hold of this module: permits, names of calls, menu entries, preset rights.

/** Labels of its calls in logs and histories. */
export const callNames = {
  'company.currentEnt': '查询工商信息',
};
