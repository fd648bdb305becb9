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
