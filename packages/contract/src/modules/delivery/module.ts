// What the lists of the product hold of this module: permits, names of calls, menu entries, preset rights.

/** Labels of its calls in logs and histories. */
export const callNames = {
  'delivery.send': '送出现场记录',
  'delivery.sendMany': '送出多条现场记录',
  'delivery.photo': '送出现场照片',
  'delivery.owed': '报告本机未送出数量',
};

/** Its pages that no menu entry opens. */
export const screens = ['/bus/delivery/index'];
