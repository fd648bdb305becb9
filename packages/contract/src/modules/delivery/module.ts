// What this module adds to the product: permits, call names, menu entries, preset rights.

export const callNames = {
  'delivery.send': '送出现场记录',
  'delivery.sendMany': '送出多条现场记录',
  'delivery.photo': '送出现场照片',
  'delivery.owed': '报告本机未送出数量',
};

export const screens = ['/bus/delivery/index'];
