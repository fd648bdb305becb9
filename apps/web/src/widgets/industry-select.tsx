import { useQuery } from '@tanstack/react-query';
import { TreeSelect } from 'antd';
import { useMemo } from 'react';
import { dictionaries } from '#lib/shared-calls.ts';
import { NoneFound } from '#ui/none-found.tsx';
import { industryTree, matchesIndustry } from './industry-tree.ts';

interface Shared {
  id?: string;
  placeholder?: string;
  'aria-label'?: string;
  onBlur?: () => void;
}

interface One extends Shared {
  multiple?: false;
  value?: string | null | undefined;
  onChange?: (code: string | null) => void;
}

interface Many extends Shared {
  multiple: true;
  value?: string[] | null | undefined;
  onChange?: (codes: string[]) => void;
}

const industries = {
  queryKey: ['industry'],
  queryFn: () => dictionaries.industryTree({}, { quiet: true }),
  staleTime: Number.POSITIVE_INFINITY,
};

/** Number and name of a division. */
export function IndustryName({ code }: { code: string }) {
  const { data } = useQuery(industries);
  const found = data?.flatMap(({ children }) => children).find((division) => division.code === code);
  return <>{found ? `${code} ${found.name}` : code}</>;
}

/** Chooses a division of GB/T 4754 by name, number or pinyin initials; several, and whole sections, in filters. */
export function IndustrySelect({ multiple, value, onChange, ...rest }: One | Many) {
  const found = useQuery(industries);
  // One and the same as long as it may be: the kit goes through all of a new one.
  const tree = useMemo(() => industryTree(found.data ?? [], multiple === true), [found.data, multiple]);
  return (
    <TreeSelect
      {...rest}
      allowClear
      loading={found.isPending}
      multiple={multiple ?? false}
      maxTagCount="responsive"
      treeData={tree}
      treeExpandAction="click"
      showSearch={{ filterTreeNode: (text, node) => matchesIndustry(text, String(node['search'] ?? '')) }}
      treeNodeLabelProp="title"
      value={value ?? (multiple ? [] : null)}
      onChange={(next: unknown) => (onChange as ((value: unknown) => void) | undefined)?.(next ?? null)}
      popupMatchSelectWidth={300}
      notFoundContent={<NoneFound of={found}>没有找到，试试名称、编号或拼音首字母</NoneFound>}
    />
  );
}
