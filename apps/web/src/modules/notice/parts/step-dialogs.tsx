import type { Announcement } from '@anlan/contract/modules/notice/announcement';
import { formatInstant } from '@anlan/contract/domain/instant';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App } from 'antd';
import { useState } from 'react';
import { refreshRedDots } from '#lib/red-dots.ts';
import { TabModal } from '#ui/tab-modal.tsx';
import { ReasonedDialog } from '#widgets/reason-dialog.tsx';
import { adminOne, noticeKey, publish, remove, withdraw, type Channel } from '../calls.ts';
import { audienceText } from '../rules.ts';

interface Props {
  channel: Channel;
  row: Announcement;
  onClose: () => void;
}

function useDone(words: string, onClose: () => void) {
  const client = useQueryClient();
  const { message } = App.useApp();
  return async () => {
    void refreshRedDots();
    await client.invalidateQueries({ queryKey: noticeKey });
    onClose();
    void message.success(words);
  };
}

export function PublishDialog({ channel, row, onClose }: Props) {
  const isSystem = channel === 'system';
  const whole = useQuery(adminOne(channel, row.id));
  const [opened] = useState(() => new Date());
  const isLater = row.publishAt !== null && row.publishAt > opened;
  const done = useDone(isLater ? '已安排发布' : '已发布', onClose);
  const send = useMutation({ mutationFn: () => publish(channel, row), onSuccess: done });
  const reach = whole.data?.reach;
  return (
    <TabModal
      open
      title={`发布“${row.title}”？`}
      okText="发布"
      cancelText="取消"
      okButtonProps={{ loading: send.isPending }}
      onOk={() => send.mutate()}
      onCancel={onClose}
    >
      {send.error && <Alert type="error" showIcon title={send.error.message} />}
      <p>
        将发给{audienceText(row, isSystem)}
        {reach === undefined || reach === null ? '' : `，共 ${reach} 人`}
        {isLater && row.publishAt ? `，${formatInstant(row.publishAt).slice(0, 16)} 发出` : ''}。
      </p>
      <p className="sub">发布后内容不能修改，需要更正时可以撤回后重新发布。</p>
    </TabModal>
  );
}

export function WithdrawDialog({ channel, row, onClose }: Props) {
  const done = useDone('已撤回', onClose);
  return (
    <ReasonedDialog
      name="notice-withdraw"
      title={`撤回“${row.title}”？`}
      verb="撤回"
      reason="撤回原因"
      example="例如：附件有误，更正后重新发布"
      danger
      act={(reason) => withdraw(channel, row, reason)}
      onDone={done}
      onClose={onClose}
    >
      <p>撤回后收件人将不能再看到，阅读和回执记录会保留。</p>
    </ReasonedDialog>
  );
}

export function RemoveDialog({ channel, row, onClose }: Props) {
  const done = useDone(`已删除“${row.title}”`, onClose);
  const send = useMutation({ mutationFn: () => remove(channel, row), onSuccess: done });
  return (
    <TabModal
      open
      title={`删除草稿“${row.title}”？`}
      okText="删除"
      cancelText="取消"
      okButtonProps={{ danger: true, loading: send.isPending }}
      onOk={() => send.mutate()}
      onCancel={onClose}
    >
      <p>草稿还没有发给任何人，删除后不能恢复。</p>
    </TabModal>
  );
}
