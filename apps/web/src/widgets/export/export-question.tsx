import { Form, Radio } from 'antd';
import { useState } from 'react';
import { TabModal } from '#ui/tab-modal.tsx';

export interface ExportAsked {
  rows: 'chosen' | 'filtered';
  fields: 'shown' | 'all';
}

interface Props {
  label: string;
  counter: string;
  filtered?: string | undefined;
  selectedCount: number;
  most?: number | undefined;
  isBusy: boolean;
  onTake: (asked: ExportAsked) => void;
  onClose: () => void;
}

export function ExportQuestion({
  label,
  counter,
  filtered,
  selectedCount: chosen,
  most = Infinity,
  isBusy,
  onTake,
  onClose,
}: Props) {
  const mayName = chosen > 0 && chosen <= most;
  const [rows, setRows] = useState<ExportAsked['rows']>(mayName ? 'chosen' : 'filtered');
  const [fields, setFields] = useState<ExportAsked['fields']>('all');
  return (
    <TabModal
      open
      title={`导出${label}清单`}
      okText="导出"
      cancelText="取消"
      okButtonProps={{ autoFocus: true, loading: isBusy }}
      onOk={() => onTake({ rows, fields })}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label="范围">
          <Radio.Group
            value={rows}
            onChange={({ target }) => setRows(target.value === 'chosen' ? 'chosen' : 'filtered')}
            options={[
              { value: 'filtered', label: `筛选结果${filtered === undefined ? '' : `（${filtered}）`}` },
              ...(chosen > 0
                ? [
                    {
                      value: 'chosen',
                      disabled: !mayName,
                      label: mayName
                        ? `所选（${chosen} ${counter}）`
                        : `所选 ${chosen} ${counter}，一次最多 ${most} ${counter}`,
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
