// Numbers of shops.
import { measuresOf } from '../../kit/measure.ts';
import { shopStates } from './states.ts';

const page = '/mall/shopinfo/index';

export const shopMeasures = measuresOf('shop', {
  all: {
    label: '店铺',
    unit: '家',
    definition: '店铺数，不论状态',
    page,
    rows: () => ({}),
    places: ['shop.count.total'],
  },
  open: {
    label: '营业中的店铺',
    unit: '家',
    definition: '状态为营业中的店铺数',
    page,
    rows: () => ({ status: shopStates.open }),
    places: ['shop.count.open'],
  },
  applied: {
    label: '待审核的店铺',
    unit: '家',
    definition: '已申请、等待审核的店铺数',
    page,
    rows: () => ({ status: shopStates.applied }),
    places: ['shop.count.applied'],
  },
});
