import type { SavedView } from '@anlan/contract/modules/saved-view/view';
import { viewLimits } from '@anlan/contract/modules/saved-view/limits';
import { Alert, Checkbox, Form, Input } from 'antd';
import { useState } from 'react';
import { TabModal } from '#ui/tab-modal.tsx';
import type { Views } from './use-views.ts';

export type ViewStep = { kind: 'save' } | { kind: 'rename' | 'remove'; view: SavedView };

interface Props {
  step: ViewStep;
  views: Views;
  onClose: () => void;
}

export function ViewDialog({ step, views: { create, change, remove }, onClose }: Props) {
  const [name, setName] = useState(step.kind === 'rename' ? step.view.name : '');
  const [isShared, setIsShared] = useState(false);
  const mutation = { save: create, rename: change, remove }[step.kind];
  const [tried, setTried] = useState(false);
  const error = tried ? mutation.error : null;
  const done = { onSuccess: onClose };
  const send = () => {
    if (step.kind !== 'remove' && name.trim() === '') return;
    setTried(true);
    if (step.kind === 'save') create.mutate({ name: name.trim(), isShared }, done);
    else if (step.kind === 'remove') remove.mutate(step.view, done);
    else change.mutate({ view: step.view, name: name.trim(), done: '已重命名' }, done);
  };
  const titles = { save: '保存为视图', rename: '重命名视图', remove: '删除视图' } as const;
  return (
    <TabModal
      open
      width={420}
      title={titles[step.kind]}
      okText={step.kind === 'remove' ? '删除' : '保存'}
      okButtonProps={{ danger: step.kind === 'remove', disabled: step.kind !== 'remove' && name.trim() === '' }}
      confirmLoading={mutation.isPending}
      onOk={send}
      onCancel={onClose}
    >
      {error && step.kind === 'remove' && <Alert type="error" showIcon title={error.message} />}
      {step.kind === 'remove' ? (
        <p>
          删除视图「{step.view.name}」？{step.view.isShared && '同事也将不能再使用它。'}列表里的数据不受影响。
        </p>
      ) : (
        <Form layout="vertical" onFinish={send}>
          <Form.Item
            label="名称"
            htmlFor="view-name"
            {...(error ? { validateStatus: 'error', help: error.message } : {})}
          >
            <Input
              id="view-name"
              maxLength={viewLimits.nameChars}
              value={name}
              placeholder="例如：本月超期"
              aria-invalid={error !== null}
              onChange={({ target }) => {
                setName(target.value);
                setTried(false);
              }}
            />
          </Form.Item>
          {step.kind === 'save' && (
            <Checkbox checked={isShared} onChange={({ target }) => setIsShared(target.checked)}>
              共享给同事
            </Checkbox>
          )}
          {step.kind === 'save' && <p className="sub">保存现在的筛选、排序和列；同事打开时只看到自己有权看的数据。</p>}
        </Form>
      )}
    </TabModal>
  );
}
