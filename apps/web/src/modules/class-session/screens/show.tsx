import { formatInstant } from '@anlan/contract/domain/instant';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, QRCode } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { DeclaredPicker } from '#kit/declared-picker.tsx';
import { Card, PageHead } from '#ui/page-head.tsx';
import { Bones, Empty, LoadFailed } from '#ui/states.tsx';
import { DictTag } from '#widgets/dict-tag.tsx';
import { StoredPicture } from '#widgets/stored-picture.tsx';
import { codeOf, rosterOf, sessionOf, sessions, takeSheet } from '../calls.ts';
import { attendPath } from '../places.ts';
import '../session.css';

/** 签到: the code that changes, and who has come by it. */
export function Screen() {
  const id = useSearchParams()[0].get('id') ?? '';
  const { data, error, refetch } = useQuery({ ...sessionOf(id), enabled: id !== '' });
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (id === '') return <Empty icon="users" title="请从班前会与培训列表打开" />;
  return (
    <div className="session-show">
      <PageHead
        title={data?.topic ?? '签到'}
        sub={data ? `${formatInstant(data.heldAt).slice(0, 16)} · ${data.place} · ${data.trainer}` : '　'}
        end={
          data && (
            <>
              <DictTag type="classSessionStatus" value={data.status} />
              {data.status !== 'planned' && <Button onClick={() => void takeSheet(id)}>培训记录表</Button>}
            </>
          )
        }
      />
      {!data && <Bones height={320} />}
      {data && (
        <div className="session-halves">
          {data.status === 'open' && <Code id={id} />}
          <Roster id={id} isOpen={data.status === 'open'} />
        </div>
      )}
    </div>
  );
}

function Code({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(codeOf(id));
  return (
    <Card title="扫码签到">
      <div className="session-code">
        {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {data ? (
          <>
            <QRCode
              aria-label="签到二维码"
              type="svg"
              value={`${location.origin}${attendPath}?code=${data.code}`}
              size={280}
              bordered={false}
              errorLevel="M"
              color="#000"
              bgColor="#fff"
            />
            <p>
              已签到 <b>{data.people}</b> 人，已签名 <b>{data.signed}</b> 人
            </p>
            <p className="sub">二维码每 15 秒更换，换下的 15 秒后失效。</p>
          </>
        ) : (
          !error && <Bones height={280} />
        )}
      </div>
    </Card>
  );
}

function Roster({ id, isOpen }: { id: string; isOpen: boolean }) {
  const { message } = App.useApp();
  const client = useQueryClient();
  const { data } = useQuery(rosterOf(id));
  const [chosen, choose] = useState<string | null>(null);
  const enter = useMutation({
    mutationFn: (employeeId: string) => sessions.enter({ id, employeeIds: [employeeId] }, { quiet: true }),
    onSuccess: async () => {
      choose(null);
      await client.invalidateQueries({ queryKey: ['classSession'] });
    },
    onError: (error) => void message.error(error.message),
  });
  return (
    <Card title="参加人员" note={data ? `${data.length} 人` : ''}>
      <div className="session-roster">
        {isOpen && (
          <div className="session-enter">
            <DeclaredPicker target="employee" aria-label="补登人员" value={chosen} onChange={choose} />
            <Button
              disabled={chosen === null}
              loading={enter.isPending}
              onClick={() => chosen !== null && enter.mutate(chosen)}
            >
              补登
            </Button>
          </div>
        )}
        {!data && <Bones height={120} />}
        {data?.length === 0 && <Empty icon="users" title="还没有人签到" />}
        <ul aria-label="参加人员">
          {data?.map((one) => (
            <li key={one.id}>
              <span>
                <b>{one.name}</b> <small>{one.department}</small>
              </span>
              <small>
                {formatInstant(one.arrivedAt).slice(11, 16)} {one.way === 'code' ? '扫码' : '补登'}
                {one.hours !== null && ` · 线下 ${one.hours} 学时`}
              </small>
              {one.signature ? (
                <StoredPicture url={`/upms/file/${one.signature.id}`} label={`${one.name}的签名`} />
              ) : (
                <em>未签名</em>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
