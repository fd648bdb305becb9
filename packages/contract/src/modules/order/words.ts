// Display words and tag colours of payments, refunds and bills.
export const vendorNames = { wechat: '微信支付', alipay: '支付宝' } as const;

export const refundStateNames = {
  asked: '待复核',
  sending: '退款中',
  done: '已到账',
  failed: '退款失败',
  unknown: '待核对',
  rejected: '不同意',
} as const;
export const refundStateTones = {
  asked: 'orange',
  sending: 'blue',
  done: 'green',
  failed: 'red',
  unknown: 'orange',
  rejected: 'grey',
} as const;

export const billStateNames = { pending: '等待出账', done: '已核对', failed: '下载失败' } as const;
export const billStateTones = { pending: 'grey', done: 'green', failed: 'red' } as const;

export const differenceNames = {
  missingHere: '账单有、台账没有',
  missingThere: '台账有、账单没有',
  amount: '金额不一致',
  state: '状态不一致',
  dayCut: '跨日',
  refund: '退款不一致',
} as const;
export const differenceStateNames = { open: '待处理', settled: '已处理' } as const;
export const differenceStateTones = { open: 'orange', settled: 'green' } as const;
