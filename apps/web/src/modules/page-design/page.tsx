import { pageDesignCalls } from '@anlan/contract/modules/page-design/calls';
import { pageDesign, type PageDesign } from '@anlan/contract/modules/page-design/resource';
import { formatInstant } from '@anlan/contract/domain/instant';
import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { toggle } from '#kit/actions.ts';
import { column, one, tag, title } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { useHasPermit, usePerson } from '#lib/current-user.ts';
import { tenantOf } from '#lib/tokens.ts';
import { page } from './index.ts';
import { designerPath, publicPath } from './paths.ts';

function show(id: string) {
  const tenantId = tenantOf() ?? usePerson.getState().info?.sysUser.tenantId ?? '';
  window.open(publicPath(tenantId, id), '_blank', 'noopener');
}
const minute = (at: Date) => formatInstant(at).slice(0, 16);

function Standing({ edition, shownSince, dueAt }: PageDesign) {
  if (edition === 0 && dueAt === null) return <span className="tag tone-grey">没有发布</span>;
  return (
    <>
      {edition > 0 && <span className="tag tone-green">第 {edition} 版</span>}{' '}
      {dueAt === null ? (
        shownSince && minute(shownSince)
      ) : (
        <span className="tag tone-orange">{minute(dueAt)} 发布</span>
      )}
    </>
  );
}

function NewPage() {
  const navigate = useNavigate();
  const may = useHasPermit('mall:pagedevise:add');
  const userType = usePerson((held) => held.info?.sysUser.type);
  if (!may) return null;
  // Only shop staff create pages of their shop. Other users open a page from the list.
  return <Button onClick={() => void navigate(designerPath(userType === 'shop' ? '' : null))}>设计页面</Button>;
}

export const Screen = resourcePage(pageDesign, pageDesignCalls, {
  ...page,
  columns: [
    title({ width: 240 }),
    column<PageDesign>('standing', '线上', Standing, { width: 220 }),
    one('isHome', { width: 100 }),
    tag('status', { width: 90 }),
    one('shopId', { width: 180 }),
  ],
  filters: ['shopId', 'status'],
  form: { rows: ['shopId', 'name', ['isHome', 'status']] },
  buttons: NewPage,
  actions: (row, { edit, remove }) => [
    { key: 'design', label: '装修', to: designerPath(row.shopId, row.id) },
    ...edit,
    ...toggle(row, 'status'),
    ...(row.edition > 0 && row.status === 'enabled'
      ? [{ key: 'show', label: '手机页面', run: () => show(row.id) }]
      : []),
    ...remove,
  ],
  open: (row) => designerPath(row.shopId, row.id),
  empty: '还没有页面。没有发布首页时，店铺和商城显示平台的默认首页。',
});
