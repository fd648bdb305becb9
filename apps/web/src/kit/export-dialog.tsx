import type { Taken } from '@anlan/contract/kit/calls';
import { Form, Radio } from 'antd';
import { useState } from 'react';
import { recall } from '#lib/storage.ts';
import { arrange, columnChoice, readChoice } from '#ui/list/columns.ts';
import { TabModal } from '#ui/tab-modal.tsx';
import { columnsOf, type Column } from './columns.tsx';
import type { AnyResource } from './resource.ts';
import type { Use } from './use-resource.ts';

/** Rows that one export may name. */
const namedMost = 100;

/** Fields of the columns that a person sees, in their order; the file begins with what names a row all the same. */
function shownFields(of: AnyResource, named: readonly Column[], { several, settings }: Use): string[] {
  const columns = columnsOf(of, named, { several, linkTo: () => null });
  const choice = readChoice(recall('local', `columns-${settings}`, columnChoice), columns);
  return arrange(columns, choice)
    .flatMap(({ key }) => named.find(({ keys }) => keys[0] === key)?.keys ?? [key])
    .filter((key) => key in of.fields && key !== of.title);
}

interface Props {
  use: Use;
  columns: readonly Column[];
  /** Ids of the rows that are chosen one by one. */
  chosen: readonly string[];
  onClose: () => void;
}

/** Asks which rows and columns of a list go into the file. */
export function ExportDialog({ use, columns, chosen, onClose }: Props) {
  const { of } = use.bound;
  const mayName = chosen.length > 0 && chosen.length <= namedMost;
  const [rows, setRows] = useState<'chosen' | 'filtered'>(mayName ? 'chosen' : 'filtered');
  const [fields, setFields] = useState<'shown' | 'all'>('all');
  const total = use.state.data?.total;
  const shown = shownFields(of, columns, use);
  const take = () => {
    const taken: Taken = {
      ...(rows === 'chosen' ? { rowIds: [...chosen] } : {}),
      ...(fields === 'shown' ? { columns: shown } : {}),
    };
    use.take(taken, onClose);
  };
  return (
    <TabModal
      open
      title={`导出${of.label}清单`}
      okText="导出"
      cancelText="取消"
      okButtonProps={{ autoFocus: true, loading: use.isExporting }}
      onOk={take}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label="范围">
          <Radio.Group
            value={rows}
            onChange={({ target }) => setRows(target.value === 'chosen' ? 'chosen' : 'filtered')}
            options={[
              { value: 'filtered', label: `筛选结果${total === undefined ? '' : `（${total} ${of.counter}）`}` },
              ...(chosen.length > 0
                ? [
                    {
                      value: 'chosen',
                      disabled: !mayName,
                      label: mayName
                        ? `所选（${chosen.length} ${of.counter}）`
                        : `所选 ${chosen.length} ${of.counter}，一次最多 ${namedMost} ${of.counter}`,
                    },
                  ]
                : []),
            ]}
          />
        </Form.Item>
        <Form.Item label="列">
          <Radio.Group
            value={fields}
            onChange={({ target }) => setFields(target.value === 'shown' ? 'shown' : 'all')}
            options={[
              { value: 'all', label: '全部列' },
              { value: 'shown', label: '列表显示的列' },
            ]}
          />
        </Form.Item>
      </Form>
      <p className="sub">第一行写明名称、条数和筛选条件；号码按规定遮盖。</p>
    </TabModal>
  );
}
