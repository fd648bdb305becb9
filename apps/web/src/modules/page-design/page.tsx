import { pageDesignCalls } from '@anlan/contract/modules/page-design/calls';
import { pageDesign, type PageDesign } from '@anlan/contract/modules/page-design/resource';
import { formatInstant } from '@anlan/contract/domain/instant';
import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { toggle } from '#kit/actions.ts';
import { column, one, tag, title } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { useHolds, usePerson } from '#lib/person.ts';
import { tenantOf } from '#lib/tokens.ts';
import { page } from './index.ts';
import { designerPath, publicPath } from './paths.ts';

function show(id: string) {
  const tenantId = tenantOf() ?? usePerson.getState().info?.sysUser.tenantId ?? '';
  window.open(publicPath(tenantId, id), '_blank', 'noopener');
}
const minute = (at: Date) => formatInstant(at).slice(0, 16);

/** What everybody sees of a page, and what waits for its time. */
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

/** Begins a new page, in the designer. */
function NewPage() {
  const navigate = useNavigate();
  const may = useHolds('mall:pagedevise:add');
  const userType = usePerson((held) => held.info?.sysUser.type);
  if (!may) return null;
  // Pages of a shop are begun by its own people; others design them from the list.
  return <Button onClick={() => void navigate(designerPath(userType === 'shop' ? '' : null))}>设计页面</Button>;
}

/** 页面装修: pages of the mall and of its shops; a name opens the designer. */
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
