import { formatInstant } from '@anlan/contract/domain/instant';
import type { OwnSession } from '@anlan/contract/modules/session/session-views';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { Ago } from '#ui/time-ago.tsx';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { endOtherSessions, endSession, ownSessions } from '../calls.ts';
import { InfoSection } from './section.tsx';

export function Sessions() {
  const client = useQueryClient();
  const { message, modal } = App.useApp();
  const { data, error, refetch } = useQuery(ownSessions);
  const done = () => client.invalidateQueries({ queryKey: ownSessions.queryKey });
  const one = useMutation({
    mutationFn: ({ id }: OwnSession) => endSession(id),
    onSuccess: () => void message.success('已退出该会话'),
    onError: (failure) => void message.error(failure.message),
    onSettled: done,
  });
  const others = useMutation({
    mutationFn: endOtherSessions,
    onSuccess: () => void message.success('其他会话均已退出'),
    onError: (failure) => void message.error(failure.message),
    onSettled: done,
  });
  const rows = data?.rows ?? [];
  const elsewhere = rows.filter(({ current }) => !current).length;
  const ask = (row: OwnSession) =>
    modal.confirm({
      title: `退出“${row.device}”上的登录？`,
      content: `${row.address} · ${formatInstant(row.startedAt)} 登录`,
      okText: '退出登录',
      okButtonProps: { danger: true },
      onOk: () => one.mutateAsync(row).catch(() => undefined),
    });
  return (
    <InfoSection
      name="sessions"
      note="同一账号最多同时保留 5 个会话，更早的自动退出"
      end={
        elsewhere > 0 && (
          <Button danger loading={others.isPending} onClick={() => others.mutate()}>
            退出其他 {elsewhere} 个会话
          </Button>
        )
      }
    >
      {error && !data ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={88} />
      ) : (
        <ul className="info-rows" aria-label="登录会话列表">
          {rows.map((row) => (
            <li key={row.id}>
              <span className="info-two">
                <span>
                  {row.device}
                  {row.current && <span className="tag tone-green">本次登录</span>}
                  {row.locked && <span className="tag tone-grey">已锁屏</span>}
                </span>
                <small>
                  {row.address} · 登录于 {formatInstant(row.startedAt)} ·{' '}
                  <span className="together">
                    最近操作 <Ago at={row.lastSeenAt} />
                  </span>
                </small>
              </span>
              {!row.current && (
                <Button size="small" aria-label={`退出 ${row.device} ${row.address}`} onClick={() => void ask(row)}>
                  退出
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </InfoSection>
  );
}
