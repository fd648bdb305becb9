import type { OrganNode } from '@anlan/contract/modules/user/user';
import { useQuery } from '@tanstack/react-query';
import { TreeSelect } from 'antd';
import { useMemo } from 'react';
import { people } from '#lib/shared-calls.ts';
import { NoneFound } from '#ui/none-found.tsx';

interface Props {
  value?: string | null | undefined;
  onChange?: (id: string | null) => void;
  id?: string;
  placeholder?: string;
  'aria-label'?: string;
  onBlur?: () => void;
}

interface Node {
  value: string;
  title: string;
  children: Node[];
}

const nodes = (tree: readonly OrganNode[]): Node[] =>
  tree.map(({ id, name, children }) => ({ value: id, title: name, children: nodes(children) }));

/** Hook that returns the organisations of the tenant; empty when the user lacks the permit. */
export function useOrganisations(enabled: boolean) {
  return useQuery({
    queryKey: ['organisations'],
    queryFn: () => people.organTree({}, { quiet: true }),
    staleTime: 10 * 60_000,
    enabled,
  });
}

export function OrganSelect({ value, onChange, ...rest }: Props) {
  const results = useOrganisations(true);
  // Memoized: for a new tree object, antd processes the whole tree again.
  const tree = useMemo(() => nodes(results.data ?? []), [results.data]);
  return (
    <TreeSelect<string | null>
      placeholder="请选择"
      {...rest}
      allowClear
      loading={results.isPending}
      treeDefaultExpandAll
      treeData={tree}
      showSearch={{ treeNodeFilterProp: 'title' }}
      notFoundContent={<NoneFound of={results}>没有找到</NoneFound>}
      value={value ?? null}
      onChange={(next) => onChange?.(next ?? null)}
    />
  );
}

const flat = (tree: readonly OrganNode[]): OrganNode[] => tree.flatMap((node) => [node, ...flat(node.children)]);

export function OrganName({ id }: { id: string }) {
  const { data } = useOrganisations(true);
  return <>{flat(data ?? []).find((node) => node.id === id)?.name ?? '已选机构'}</>;
}
