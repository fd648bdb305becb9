import { useQuery } from '@tanstack/react-query';
import { TreeSelect } from 'antd';
import { useMemo } from 'react';
import { NoneFound } from '#ui/none-found.tsx';
import { industries } from './industry-name.tsx';
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

/**
 * Select for an industry of GB/T 4754, found by name, number or initials. As a filter it allows several industries and
 * whole sections.
 */
export function IndustrySelect({ multiple, value, onChange, ...rest }: One | Many) {
  const results = useQuery(industries);
  // Memoized: for a new tree object, antd processes the whole tree again.
  const tree = useMemo(() => industryTree(results.data ?? [], multiple === true), [results.data, multiple]);
  return (
    <TreeSelect
      {...rest}
      allowClear
      loading={results.isPending}
      multiple={multiple ?? false}
      maxTagCount="responsive"
      treeData={tree}
      treeExpandAction="click"
      showSearch={{ filterTreeNode: (text, node) => matchesIndustry(text, String(node['search'] ?? '')) }}
      treeNodeLabelProp="title"
      value={value ?? (multiple ? [] : null)}
      onChange={(next: unknown) => (onChange as ((value: unknown) => void) | undefined)?.(next ?? null)}
      popupMatchSelectWidth={300}
      notFoundContent={<NoneFound of={results}>没有找到，试试名称、编号或拼音首字母</NoneFound>}
    />
  );
}
