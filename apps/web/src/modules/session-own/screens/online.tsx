import { onlineListing } from '@anlan/contract/modules/session/listing';
import { userType } from '@anlan/contract/modules/session/session';
import type { OnlineSession } from '@anlan/contract/modules/session/session-views';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { column, one, tag } from '#kit/columns.tsx';
import { resourcePage, type PagePart } from '#kit/resource-page.tsx';
import { hasPermit, useHasPermit } from '#lib/current-user.ts';
import { filterOf } from '#ui/list/list-filters.tsx';
import { Ago } from '#ui/time-ago.tsx';
import { DictTag } from '#widgets/dict-tag.tsx';
import { EnterpriseName, EnterpriseSelect } from '#widgets/enterprise-select.tsx';
import { TabModal } from '#ui/tab-modal.tsx';
import { onlineCalls, onlineReading, endOnline, type OnlineFilter } from '../calls.ts';
import { AlarmsCard } from '../parts/alarms-card.tsx';
import '../parts/online.css';

function EndDialog({ row, onClose }: { row: OnlineSession; onClose: () => void }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const end = useMutation({
    mutationFn: endOnline,
    onSuccess: () => void message.success('已强制下线'),
    // Refetch also after an error: another person may have ended the session.
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: onlineReading.key });
      onClose();
    },
  });
  return (
    <TabModal
      open
      title={`将“${row.nickName}”强制下线？`}
      okText="强制下线"
      cancelText="取消"
      okButtonProps={{ danger: true, loading: end.isPending }}
      onOk={() => end.mutate(row)}
      onCancel={onClose}
    >
      {row.device}（{row.address}）上的登录会立即结束，未保存的内容不会提交。本人可以重新登录。
    </TabModal>
  );
}

const enterprise = filterOf<OnlineFilter>()({
  name: 'enterpriseId',
  label: '当前企业',
  control: ({ value, onChange, label }) => (
    <EnterpriseSelect
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(next) => onChange(next ?? undefined)}
    />
  ),
  words: (id) => <EnterpriseName id={id} />,
});

const Marks = ({ row }: { row: OnlineSession }) => (
  <>
    {row.current && <span className="tag tone-green">当前会话</span>}
    {row.locked && <span className="tag tone-grey">已锁屏</span>}
  </>
);

const Alarms: PagePart = () => useHasPermit('sys:token:del') && <AlarmsCard />;

export const Screen = resourcePage(
  onlineListing,
  onlineCalls,
  {
    heading: '在线用户',
    icon: 'users',
    columns: [
      one('nickName', { width: 112, locked: true }),
      one('username', { width: 112 }),
      tag('type', { width: 104 }),
      one('entName', { width: 164 }),
      one('device', { width: 204 }),
      one('address', { width: 128 }),
      column<OnlineSession, 'lastSeenAt'>('lastSeenAt', '最近操作', ({ lastSeenAt }) => <Ago at={lastSeenAt} />, {
        width: 112,
        sort: 'lastSeenAt',
      }),
      column<OnlineSession>('marks', '状态', (row) => <Marks row={row} />, { width: 104 }),
    ],
    // The enterprise filter needs the permit to list enterprises.
    filters: () => (hasPermit('bus:enterprise:index') ? ['type', enterprise] : ['type']),
    rowName: ({ nickName, device }) => `${nickName} ${device}`,
    open: 'nothing',
    actions: (row) =>
      hasPermit('sys:token:del') && !row.current
        ? [{ key: 'end', label: '强制下线', danger: true, open: EndDialog }]
        : [],
    summary: () => '一小时内有操作的登录，每半分钟刷新一次',
    above: Alarms,
    card: (row) => (
      <>
        <b>{row.nickName}</b>
        <span className="online-tags">
          <DictTag type="userType" value={row.type} codes={userType} />
          <Marks row={row} />
          {row.entName && <span>{row.entName}</span>}
        </span>
        <small>
          {row.device} · {row.address} ·{' '}
          <span className="together">
            最近操作 <Ago at={row.lastSeenAt} />
          </span>
        </small>
      </>
    ),
    empty: '现在没有人在线',
  },
  onlineReading,
);
