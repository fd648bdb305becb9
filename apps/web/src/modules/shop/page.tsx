import { shopCalls } from '@anlan/contract/modules/shop/calls';
import { shop } from '@anlan/contract/modules/shop/resource';
import { one, reveal, tag, title, two } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { page } from './index.ts';

export const Screen = resourcePage(shop, shopCalls, {
  ...page,
  columns: [
    title({ width: 180 }),
    tag('status', { width: 90 }),
    two('company', 'creditCode', { width: 200 }),
    reveal('phone', { width: 140 }),
    one('serviceLine', { width: 130 }),
    one('appliedAt', { width: 120 }),
    one('openedOn', { extra: true }),
    one('applicationNo', { extra: true }),
  ],
  filters: ['status'],
  form: {
    rows: [
      ['name', 'serviceLine'],
      ['company', 'creditCode'],
      ['contactName', 'phone'],
      'address',
      'openHours',
      'intro',
      'logo',
      'licences',
    ],
  },
  // Show approve and reject before the other actions.
  actions: (_row, { edit, moves, remove }) => [...moves, ...edit, ...remove],
  actionsWidth: 190,
  moves: {
    approve: {
      note: (row) => (
        <>
          通过后店铺即开店，系统为联系人开通账号并发短信。
          {row.licences.length === 0 && <b className="bad">这家店铺没有上传资质证照，请先核对营业执照再通过。</b>}
        </>
      ),
    },
    reject: { rows: ['reason'] },
    close: { rows: ['reason'], note: '关店后商品和页面不再对外显示，店铺账号退出登录，重新开店后才能再登录。' },
  },
  empty: '还没有店铺。店主可以在“店铺入驻”页面申请，也可以由您直接新增。',
  removing: '只用于登记有误；不再经营的店铺请办理“关店”。',
});
