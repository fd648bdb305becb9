import type { Announcement } from '@anlan/contract/modules/notice/announcement';
import { formatInstant } from '@anlan/contract/domain/instant';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useState } from 'react';
import { AskDialog } from '#kit/ask-dialog.tsx';
import { refreshRedDots } from '#lib/red-dots.ts';
import { ReasonedDialog } from '#widgets/reason-dialog.tsx';
import { adminOne, noticeKey, publish, remove, withdraw, type Channel } from '../calls.ts';
import { audienceText } from '../rules.ts';

interface Props {
  channel: Channel;
  row: Announcement;
  onClose: () => void;
}

export function PublishDialog({ channel, row, onClose }: Props) {
  const isSystem = channel === 'system';
  const whole = useQuery(adminOne(channel, row.id));
  const [opened] = useState(() => new Date());
  const isLater = row.publishAt !== null && row.publishAt > opened;
  const reach = whole.data?.reach;
  return (
    <AskDialog
      title={`发布“${row.title}”？`}
      verb="发布"
      act={() => publish(channel, row)}
      renews={[noticeKey]}
      done={isLater ? '已安排发布' : '已发布'}
      onDone={refreshRedDots}
      onClose={onClose}
    >
      <p>
        将发给{audienceText(row, isSystem)}
        {reach === undefined || reach === null ? '' : `，共 ${reach} 人`}
        {isLater && row.publishAt ? `，${formatInstant(row.publishAt).slice(0, 16)} 发出` : ''}。
      </p>
      <p className="sub">发布后内容不能修改，需要更正时可以撤回后重新发布。</p>
    </AskDialog>
  );
}

export function WithdrawDialog({ channel, row, onClose }: Props) {
  const client = useQueryClient();
  const { message } = App.useApp();
  return (
    <ReasonedDialog
      name="notice-withdraw"
      title={`撤回“${row.title}”？`}
      verb="撤回"
      reason="撤回原因"
      example="例如：附件有误，更正后重新发布"
      danger
      act={(reason) => withdraw(channel, row, reason)}
      renew={() => client.invalidateQueries({ queryKey: noticeKey })}
      onDone={() => {
        void refreshRedDots();
        onClose();
        void message.success('已撤回');
      }}
      onClose={onClose}
    >
      <p>撤回后收件人将不能再看到，阅读和回执记录会保留。</p>
    </ReasonedDialog>
  );
}

export const RemoveDialog = ({ channel, row, onClose }: Props) => (
  <AskDialog
    title={`删除草稿“${row.title}”？`}
    verb="删除"
    danger
    act={() => remove(channel, row)}
    renews={[noticeKey]}
    done={`已删除“${row.title}”`}
    onDone={refreshRedDots}
    onClose={onClose}
  >
    <p>草稿还没有发给任何人，删除后不能恢复。</p>
  </AskDialog>
);
