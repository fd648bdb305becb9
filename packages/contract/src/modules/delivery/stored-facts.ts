import type { StoredFact } from '../../kit/stored-fact.ts';

/** Inputs that set the time of offline work. */
export const workTimes = [
  'delivery.send.at',
  'delivery.send.sentAt',
  'delivery.sendMany.works.at',
  'delivery.sendMany.sentAt',
] as const;

export const deliveryFacts: readonly StoredFact[] = [
  {
    column: 'delivery.done_at',
    setBy: 'claimed',
    inputs: [...workTimes, 'delivery.photo.at', 'delivery.photo.sentAt'],
    shownAs: '自述检查时间',
  },
  { column: 'delivery.latitude', setBy: 'claimed', inputs: ['delivery.photo.latitude'], shownAs: '拍摄位置' },
  { column: 'delivery.longitude', setBy: 'claimed', inputs: ['delivery.photo.longitude'], shownAs: '拍摄位置' },
  {
    column: 'file.taken_at',
    setBy: 'claimed',
    inputs: ['delivery.photo.at', 'delivery.photo.sentAt'],
    shownAs: '照片自述拍摄时间',
  },
  { column: 'delivery_device.since', setBy: 'claimed', inputs: ['delivery.owed.since'], shownAs: '最早填写于' },
];
