import type { MenuNode } from '@anlan/contract/modules/access/menu';
import { userType } from '@anlan/contract/modules/session/session';
import { isExternalUrl } from '@anlan/contract/domain/value-checks';
import { useState } from 'react';
import { Icon, isIconName } from '#ui/icon.tsx';
import { RowActions, type RowAction } from '#ui/list/row-actions.tsx';
import { DictText } from '#widgets/dict-tag.tsx';
import { menuRows, moveId, type MenuRow } from '../rules.ts';

interface Props {
  tree: readonly MenuNode[];
  open: ReadonlySet<string>;
  onToggle: (id: string) => void;
  movable: boolean;
  onOrder: (parentId: string | null, ids: string[]) => void;
  actions: (row: MenuRow) => readonly RowAction[];
}

export function MenuTable({ tree, open, onToggle, movable, onOrder, actions }: Props) {
  const [dragged, setDragged] = useState<MenuRow | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const takes = (row: MenuRow) =>
    dragged !== null && dragged.node.id !== row.node.id && dragged.node.parentId === row.node.parentId;
  const drop = (row: MenuRow) => {
    if (dragged && takes(row))
      onOrder(
        row.node.parentId,
        moveId(
          row.siblings.map(({ id }) => id),
          dragged.node.id,
          row.index,
        ),
      );
    setDragged(null);
    setOver(null);
  };
  return (
    <table className="menu-table">
      <thead>
        <tr>
          <th scope="col">名称</th>
          <th scope="col">路径</th>
          <th scope="col">权限标识</th>
          <th scope="col">可见人员</th>
          <th scope="col">状态</th>
          <th scope="col">操作</th>
        </tr>
      </thead>
      <tbody>
        {menuRows(tree, open).map((row) => (
          <tr
            key={row.node.id}
            draggable={movable}
            className={over === row.node.id && takes(row) ? 'menu-over' : row.node.hidden ? 'menu-hidden' : ''}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              setDragged(row);
            }}
            onDragOver={(event) => {
              if (!takes(row)) return;
              event.preventDefault();
              setOver(row.node.id);
            }}
            onDragEnd={() => setDragged(null)}
            onDrop={() => drop(row)}
          >
            <Cells row={row} open={open.has(row.node.id)} onToggle={onToggle} actions={actions(row)} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellsProps {
  row: MenuRow;
  open: boolean;
  onToggle: (id: string) => void;
  actions: readonly RowAction[];
}

function Cells({ row: { node, depth }, open, onToggle, actions }: CellsProps) {
  const buttons = node.children.filter(({ type }) => type === '1').length;
  return (
    <>
      <td>
        <span className="menu-name" data-depth={depth}>
          {node.children.length > 0 ? (
            <button
              type="button"
              className={open ? 'menu-fold open' : 'menu-fold'}
              aria-expanded={open}
              aria-label={`${open ? '收起' : '展开'} ${node.name}`}
              onClick={() => onToggle(node.id)}
            >
              <Icon name="right" size={14} />
            </button>
          ) : (
            <span className="menu-fold" />
          )}
          {node.type === '1' ? <Icon name="key" size={14} /> : isIconName(node.icon) && <Icon name={node.icon} />}
          <span className="menu-text" title={node.name}>
            {node.name}
          </span>
          {!node.preset && <span className="tag tone-green">{isExternalUrl(node.path) ? '外部链接' : '自建'}</span>}
          {buttons > 0 && !open && <small>{buttons} 项权限</small>}
        </span>
      </td>
      <td className="menu-path" title={node.path}>
        {node.path || (node.type === '0' ? '分组' : '—')}
      </td>
      <td className="menu-path" title={node.permission ?? ''}>
        {node.permission ?? '—'}
      </td>
      <td>
        {node.userTypes.length > 0 ? <DictText type="userType" value={node.userTypes} codes={userType} /> : '全部'}
        {node.meta.roles.length > 0 && (
          <small title={node.meta.roles.join('、')}> · 限 {node.meta.roles.length} 个角色</small>
        )}
      </td>
      <td>
        {node.type === '0' && (
          <span className={node.hidden ? 'tag tone-grey' : 'tag tone-green'}>{node.hidden ? '隐藏' : '显示'}</span>
        )}
      </td>
      <td>
        <RowActions name={node.name} actions={actions} />
      </td>
    </>
  );
}
