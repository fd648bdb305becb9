import { contentCalls } from '@anlan/contract/modules/content/calls';
import { contentInfo, type ContentInfo } from '@anlan/contract/modules/content/resource';
import type { Action, StandardActions } from '#kit/actions.ts';
import { column, one, tag, title } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { page } from './index.ts';

const AgreementsDrawer = lazyPart(async () => (await import('./agreements-drawer.tsx')).AgreementsDrawer);

/** Published texts are immutable: an edit creates a new version. */
const revisionActions = (
  row: ContentInfo,
  edit: StandardActions<ContentInfo>['edit'],
): readonly Action<ContentInfo>[] =>
  row.state === 'draft' ? edit : edit.map((action) => ({ ...action, label: '修订为新版本' }));

export const Screen = resourcePage(contentInfo, contentCalls, {
  ...page,
  summary: () => '已发布的版本不再改变；修订会新建一份草稿，发布后自动替换现行版本。单位没有发布的内容，显示平台的内容',
  columns: [
    title(),
    tag('type'),
    column('edition', '版本', (row) => (row.edition === null ? '—' : `第 ${row.edition} 版`), { width: 96 }),
    tag('state'),
    one('publishedAt'),
    one('changeNote', { extra: true }),
  ],
  filters: ['type', 'state'],
  form: { rows: ['type', 'title', 'content', 'changeNote'] },
  actions: (row, { edit, moves, remove }) => [
    ...moves,
    ...revisionActions(row, edit),
    ...(row.state === 'draft' ? [] : [{ key: 'agreed', label: '同意记录', open: AgreementsDrawer }]),
    ...remove,
  ],
  moves: {
    publish: { note: '发布后这一版不能再改；原来的现行版本转为历史版本，之后的注册、申请和购买以这一版为准。' },
  },
  empty: '还没有内容。请新增关于我们、隐私政策、服务协议和会员协议，并发布。',
  removing: '删除的是草稿，已发布的版本不受影响。',
});
