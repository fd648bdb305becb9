import type { OrganNode } from '@anlan/contract/modules/user/user';
import { Input, Tree } from 'antd';
import { useMemo, useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { Bones, LoadFailed } from '#ui/states.tsx';
import { useOrganisations } from '#widgets/organ-select.tsx';

interface Node {
  key: string;
  title: string;
  children: Node[];
}

const all = '';
/** The tree as far as a word stands in a name, or below one. */
function nodesOf(tree: readonly OrganNode[], word: string): Node[] {
  return tree.flatMap(({ id, name, children }) => {
    const below = nodesOf(children, word);
    const hit = name.includes(word);
    return hit || below.length > 0 ? [{ key: id, title: name, children: hit ? nodesOf(children, '') : below }] : [];
  });
}

interface Props {
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

/** The departments beside the list; choosing one shows its people and those below. */
export function OrganSide({ value, onChange }: Props) {
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
        {!data && !error && <Bones height={120} />}
        {data && nodes.length === 0 && <p className="sub">没有找到机构</p>}
        {data && nodes.length > 0 && (
          <Tree
            key={word}
            blockNode
            defaultExpandAll
            treeData={nodes}
            selectedKeys={[value ?? all]}
            onSelect={([key]) => onChange(key === undefined || key === all ? undefined : String(key))}
          />
        )}
      </div>
    </aside>
  );
}
