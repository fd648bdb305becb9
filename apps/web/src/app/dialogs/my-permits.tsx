import { Input, type InputRef } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { useCurrentUser } from '#lib/current-user.ts';
import { Icon, isIconName } from '#ui/icon.tsx';
import { Empty } from '#ui/page-states.tsx';
import { TabModal } from '#ui/tab-modal.tsx';
import type { DialogProps } from './registry.ts';
import { useMenu } from '../use-menu.ts';
import { countPermits, permitTree, searchPermits, type PermitNode } from './permit-rules.ts';
import './my-permits.css';

export function Dialog({ onClose }: DialogProps) {
  const { permissions } = useCurrentUser();
  const menu = useMenu();
  const field = useRef<InputRef>(null);
  const [word, setWord] = useState('');
  const tree = useMemo(() => permitTree(menu, permissions), [menu, permissions]);
  const matches = useMemo(() => searchPermits(tree, word), [tree, word]);
  const { pages, permits } = countPermits(matches);
  return (
    <TabModal
      open
      title="我的权限"
      width={640}
      footer={null}
      onCancel={onClose}
      afterOpenChange={(opened) => opened && field.current?.focus()}
    >
      <div className="own-permits">
        <Input
          ref={field}
          allowClear
          value={word}
          prefix={<Icon name="search" size={16} />}
          placeholder="搜索菜单或权限"
          aria-label="搜索菜单或权限"
          onChange={({ target }) => setWord(target.value)}
        />
        <p role="status" className="sub">
          {`${pages} 个页面，${permits} 项权限`}
        </p>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className="own-permits-tree" tabIndex={0} role="region" aria-label="菜单与权限">
          {matches.length === 0 && (
            <Empty icon="search" title="没有相符的菜单或权限">
              换一个词试试；需要更多权限请联系管理员。
            </Empty>
          )}
          {matches.map((node) => (
            <details key={`${node.id}${word}`} open>
              <summary>
                <Icon name="right" size={14} />
                <span>{node.label}</span>
                <small>{countPermits([node]).permits} 项</small>
              </summary>
              <Pages nodes={node.children.length > 0 ? node.children : [node]} />
            </details>
          ))}
        </div>
      </div>
    </TabModal>
  );
}

const Pages = ({ nodes }: { nodes: readonly PermitNode[] }) => (
  <ul>
    {nodes.map(({ id, label, icon, may, children }) => (
      <li key={id}>
        <div className="own-permits-page">
          <span className="own-permits-name">
            <Icon name={isIconName(icon) ? icon : 'file'} size={16} />
            {label}
          </span>
          <span className="own-permits-may">
            {may.map(({ permit, words }) => (
              <span key={permit} title={permit}>
                {words}
              </span>
            ))}
            {may.length === 0 && children.length === 0 && <small>可以打开</small>}
          </span>
        </div>
        {children.length > 0 && <Pages nodes={children} />}
      </li>
    ))}
  </ul>
);
