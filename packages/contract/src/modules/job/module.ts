// What the lists of the product hold of this module: permits, names of calls, menu entries, preset rights.

/** Labels of its calls in logs and histories. */
export const callNames = {
  'job.cancel': '取消任务',
  'job.undo': '撤销任务',
};
