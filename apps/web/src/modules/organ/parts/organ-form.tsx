import { useQuery } from '@tanstack/react-query';
import { Form, TreeSelect } from 'antd';
import type { ControlField, ControlProps } from '#kit/controls.tsx';
import { textOf } from '#kit/resource.ts';
import { OrganName } from '#widgets/organ-select.tsx';
import { RegionSelect } from '#widgets/region-select.tsx';
import { organList } from '../calls.ts';
import { choices } from '../rules.ts';

type Props = ControlProps & ControlField;

/** Offers all organisations that are not below the edited one. */
function Parent({ name: _name, spec: _spec, row, value, onChange, ...rest }: Props) {
  const { data = [] } = useQuery(organList);
  return (
    <TreeSelect<string | null>
      {...rest}
      allowClear
      treeDefaultExpandAll
      placeholder="一级机构"
      treeData={choices(data, row?.id ?? null)}
      showSearch={{ treeNodeFilterProp: 'title' }}
      value={textOf(value) || null}
      onChange={(id) => onChange?.(id ?? null)}
    />
  );
}

function Region({ name: _name, spec: _spec, row: _row, value, ...rest }: Props) {
  const parent: unknown = Form.useWatch('parentId', { form: Form.useFormInstance(), preserve: true });
  return (
    <RegionSelect
      {...rest}
      anyLevel
      towns
      placeholder={parent ? '与上级机构相同' : '未设置'}
      value={textOf(value) || null}
    />
  );
}

export const organLook = {
  rows: ['name', 'parentId', 'regionCode'],
  controls: { parentId: Parent, regionCode: Region },
  texts: { parentId: ({ value }: { value: unknown }) => <OrganName id={textOf(value)} /> },
} as const;
