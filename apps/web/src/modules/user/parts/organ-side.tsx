import type { OrganNode } from '@anlan/contract/modules/user/user';
import { Input, Tree } from 'antd';
import { useMemo, useState } from 'react';
import type { Slot } from '#kit/resource-list.tsx';
import { textOf } from '#kit/resource.ts';
import { useHasPermit } from '#lib/current-user.ts';
import { Icon } from '#ui/icon.tsx';
import { useNarrow } from '#ui/list/use-narrow.ts';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { useOrganisations } from '#widgets/organ-select.tsx';

interface Node {
  key: string;
  title: string;
  children: Node[];
}

const all = '';
/** The tree limited to nodes that match a word, with their ancestors and descendants. */
function nodesOf(tree: readonly OrganNode[], word: string): Node[] {
  return tree.flatMap(({ id, name, children }) => {
    const below = nodesOf(children, word);
    const hit = name.includes(word);
    return hit || below.length > 0 ? [{ key: id, title: name, children: hit ? nodesOf(children, '') : below }] : [];
  });
}

/** Shows the tree of organisations beside the list, if the page is wide enough. */
export const BesideOrgans: Slot = ({ use: { query }, standard }) => {
  const seesOrgans = useHasPermit('sys:organ:index');
  const isNarrow = useNarrow();
  if (!seesOrgans || isNarrow) return standard;
  return (
    <div className="user-desk">
      <OrganSide value={textOf(query.input.filter['organId'])} onChange={(id) => query.setFilter({ organId: id })} />
      {standard}
    </div>
  );
};

function OrganSide({ value, onChange }: { value: string; onChange: (id: string | undefined) => void }) {
  const { data, error, refetch } = useOrganisations(true);
  const [word, setWord] = useState('');
  const nodes = useMemo(
    () => [...(word === '' ? [{ key: all, title: '全部人员', children: [] }] : []), ...nodesOf(data ?? [], word)],
    [data, word],
  );
  return (
    <aside className="card user-organs" aria-label="机构">
      <Input
        allowClear
        type="search"
        aria-label="查找机构"
        placeholder="查找机构"
        prefix={<Icon name="search" size={16} />}
        value={word}
        onChange={({ target }) => setWord(target.value.trim())}
      />
      <div>
        {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height={120} />}
        {data && nodes.length === 0 && <p className="sub">没有找到机构</p>}
        {data && nodes.length > 0 && (
          <Tree
            key={word}
            blockNode
            defaultExpandAll
            treeData={nodes}
            selectedKeys={[value]}
            onSelect={([key]) => onChange(key === undefined || key === all ? undefined : String(key))}
          />
        )}
      </div>
    </aside>
  );
}
