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

/** The tenant's organisations, or nothing for those who may not see them. */
export function useOrganisations(enabled: boolean) {
  return useQuery({
    queryKey: ['organisations'],
    queryFn: () => people.organTree({}, { quiet: true }),
    staleTime: 10 * 60_000,
    enabled,
  });
}

/** Chooses an organisation of the tenant. */
export function OrganSelect({ value, onChange, ...rest }: Props) {
  const found = useOrganisations(true);
  // One and the same as long as it may be: the kit goes through all of a new one.
  const tree = useMemo(() => nodes(found.data ?? []), [found.data]);
  return (
    <TreeSelect<string | null>
      placeholder="请选择"
      {...rest}
      allowClear
      loading={found.isPending}
      treeDefaultExpandAll
      treeData={tree}
      showSearch={{ treeNodeFilterProp: 'title' }}
      notFoundContent={<NoneFound of={found}>没有找到</NoneFound>}
      value={value ?? null}
      onChange={(next) => onChange?.(next ?? null)}
    />
  );
}

const flat = (tree: readonly OrganNode[]): OrganNode[] => tree.flatMap((node) => [node, ...flat(node.children)]);

/** The name of an organisation. */
export function OrganName({ id }: { id: string }) {
  const { data } = useOrganisations(true);
  return <>{flat(data ?? []).find((node) => node.id === id)?.name ?? '已选机构'}</>;
}
