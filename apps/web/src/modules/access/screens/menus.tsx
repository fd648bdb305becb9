import type { MenuNode } from '@anlan/contract/modules/access/menu';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { useHasPermit } from '#lib/current-user.ts';
import { AskDialog } from '#kit/ask-dialog.tsx';
import { hideMenu, menuKey, orderMenu, removeMenu, wholeMenu } from '../calls.ts';
import { MenuDrawer, type MenuTarget } from '../parts/menu-drawer.tsx';
import { MenuTable } from '../parts/menu-table.tsx';
import { flat, moveId, type MenuRow } from '../rules.ts';
import '#ui/list/list.css';
import '../parts/access.css';

const none: MenuNode[] = [];

export function Screen() {
  const client = useQueryClient();
  const { message } = App.useApp();
  const mayAdd = useHasPermit('sys:menu:add');
  const mayEdit = useHasPermit('sys:menu:edit');
  const mayRemove = useHasPermit('sys:menu:del');
  const state = useQuery(wholeMenu());
  const tree = state.data ?? none;
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [unfolded, setUnfolded] = useState(false);
  const [target, setTarget] = useState<MenuTarget | null>(null);
  const [removing, setRemoving] = useState<MenuNode | null>(null);
  const settled = () => client.invalidateQueries({ queryKey: menuKey });
  const order = useMutation({
    mutationFn: orderMenu,
    onSuccess: () => void message.success('已调整位置'),
    onSettled: settled,
  });
  const hide = useMutation({
    mutationFn: hideMenu,
    onSuccess: (_answer, { hidden }) => void message.success(hidden ? '已隐藏' : '已显示'),
    onSettled: settled,
  });
  // Menu headings are expanded by default. Pages with buttons are collapsed by default.
  const nodes = flat(tree);
  const isOpen = (node: MenuNode) => folds.get(node.id) ?? (unfolded || node.path === '');
  const open = new Set(nodes.filter(isOpen).map(({ id }) => id));
  const toggle = (id: string) => setFolds(new Map(folds).set(id, !open.has(id)));
  const foldAll = (all: boolean) => {
    setFolds(new Map());
    setUnfolded(all);
  };
  const shift = ({ node, siblings, index }: MenuRow, by: 1 | -1) =>
    order.mutate({
      parentId: node.parentId,
      ids: moveId(
        siblings.map(({ id }) => id),
        node.id,
        index + by,
      ),
    });

  const actions = (row: MenuRow): RowAction[] => {
    const { node, siblings, index } = row;
    const isPage = node.type === '0';
    return [
      ...(mayEdit && isPage
        ? [{ key: 'edit', label: '编辑', run: () => setTarget({ row: node, parentId: null }) }]
        : []),
      ...(mayAdd && isPage && node.path === ''
        ? [{ key: 'add', label: '加下级', run: () => setTarget({ row: null, parentId: node.id }) }]
        : []),
      ...(mayEdit && index > 0 ? [{ key: 'up', label: '上移', run: () => shift(row, -1) }] : []),
      ...(mayEdit && index < siblings.length - 1 ? [{ key: 'down', label: '下移', run: () => shift(row, 1) }] : []),
      ...(mayEdit && isPage
        ? [
            {
              key: 'hide',
              label: node.hidden ? '显示' : '隐藏',
              run: () => hide.mutate({ id: node.id, version: node.version, hidden: !node.hidden }),
            },
          ]
        : []),
      ...(mayRemove && !node.preset
        ? [{ key: 'remove', label: '删除', danger: true, run: () => setRemoving(node) }]
        : []),
    ];
  };

  return (
    <>
      <PageHead
        title="菜单"
        sub="对所有租户生效；拖动或用上移、下移调整顺序，保存后各人的菜单随即更新"
        end={
          <>
            <Button onClick={() => foldAll(true)}>全部展开</Button>
            <Button onClick={() => foldAll(false)}>收起权限</Button>
            {mayAdd && (
              <Button
                type="primary"
                icon={<Icon name="plus" size={16} />}
                onClick={() => setTarget({ row: null, parentId: null })}
              >
                新增菜单
              </Button>
            )}
          </>
        }
      />
      <section className="list" aria-label="菜单列表" aria-busy={state.isFetching}>
        {state.error && <LoadFailed error={state.error} onRetry={() => void state.refetch()} />}
        {state.isPending && (
          <div className="menu-bones">
            <Skeleton height={320} />
          </div>
        )}
        {state.data && (
          <MenuTable
            tree={tree}
            open={open}
            onToggle={toggle}
            movable={mayEdit}
            onOrder={(parentId, ids) => order.mutate({ parentId, ids })}
            actions={actions}
          />
        )}
      </section>
      <MenuDrawer target={target} tree={tree} onClose={() => setTarget(null)} />
      {removing && (
        <AskDialog
          title="删除菜单"
          verb="删除"
          danger
          act={() => removeMenu(removing)}
          renews={[menuKey]}
          done="已删除菜单"
          onClose={() => setRemoving(null)}
        >
          <p>删除菜单“{removing.name}”？删除后不能恢复。</p>
        </AskDialog>
      )}
    </>
  );
}
