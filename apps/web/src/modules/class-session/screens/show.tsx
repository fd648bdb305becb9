import { formatInstant } from '@anlan/contract/domain/instant';
import { attendanceProofs, codeGraceSeconds, type Attendee } from '@anlan/contract/modules/class-session/views';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, QRCode } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { positionNow } from '#lib/offline/shrink-photo.ts';
import type { AnyRow } from '#kit/resource.ts';
import { useMove } from '#kit/use-move.tsx';
import { DeclaredPicker } from '#kit/declared-picker.tsx';
import { Card, PageHead } from '#ui/page-head.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { DictTag } from '#widgets/dict-tag.tsx';
import { StoredPicture } from '#widgets/stored-picture.tsx';
import { boundSession, codeOf, rosterOf, sessionOf, sessions, downloadSheet } from '../calls.ts';
import { attendPath } from '../paths.ts';
import '../session.css';

export function Screen() {
  const id = useSearchParams()[0].get('id') ?? '';
  const { data, error, refetch } = useQuery({ ...sessionOf(id), enabled: id !== '' });
  const moves = useMove(boundSession, { end: { note: endNote } });
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
              {data.abilities.includes('end') && (
                <Button loading={moves.isPending} onClick={() => moves.start(data as unknown as AnyRow, 'end')}>
                  结束
                </Button>
              )}
              {data.status !== 'planned' && data.abilities.includes('roster') && (
                <Button onClick={() => void downloadSheet(id)}>培训记录表</Button>
              )}
            </>
          )
        }
      />
      {!data && <Skeleton height={320} />}
      {data && (
        <div className="session-halves">
          {data.abilities.includes('lead') && <Code id={id} expected={data.expectedTotal} />}
          {data.status === 'open' && !data.abilities.includes('lead') && <HowToScan />}
          {data.abilities.includes('roster') ? (
            <Roster id={id} expected={data.expectedTotal} mayEnter={data.abilities.includes('lead')} />
          ) : (
            <OwnAttendance id={id} people={data.people ?? 0} />
          )}
        </div>
      )}
      {moves.dialog}
    </div>
  );
}

/** How many of the expected people are still missing. */
const missingText = (expected: number | null, people: number): string => {
  if (expected === null) return '';
  return people < expected ? `应到 ${expected} 人，还差 ${expected - people} 人` : `应到 ${expected} 人，已到齐`;
};
const endNote = '结束后不能再签到和补登，参加时间和学时随即算定。';

const HowToScan = () => (
  <Card title="扫码签到">
    <Empty icon="users" title="请扫描现场屏幕上的二维码">
      用手机相机或微信扫一扫，并允许定位。二维码只在组织者的屏幕上显示；没有手机的，请组织者补登。
    </Empty>
  </Card>
);

const locateMs = 8_000;
/**
 * Stores the position of this browser as the place of the class. An attendance from another place can then be
 * detected.
 */
function Place({ id, located }: { id: string; located: boolean }) {
  const client = useQueryClient();
  const locate = useMutation({
    mutationFn: async () => {
      const place = await positionNow(locateMs);
      if (!place) throw new Error('没有取得位置，签到只能记为“仅二维码”。请允许浏览器定位后再试');
      const { longitude, latitude, accuracy } = place;
      await sessions.locate({ id, lng: Number(longitude), lat: Number(latitude), accuracy }, { quiet: true });
      await client.invalidateQueries({ queryKey: codeOf(id).queryKey });
    },
  });
  const { mutate } = locate;
  const hasRequested = useRef(false);
  useEffect(() => {
    if (located || hasRequested.current) return;
    hasRequested.current = true;
    mutate();
  }, [located, mutate]);
  if (located) return <p className="sub">已记录签到位置，离开现场扫码的记为“未到点”，不计学时。</p>;
  return (
    <p role="status" className="sub">
      {locate.error?.message ?? '正在取得签到位置…'}{' '}
      {locate.error && (
        <Button size="small" loading={locate.isPending} onClick={() => mutate()}>
          重新定位
        </Button>
      )}
    </p>
  );
}

function Code({ id, expected }: { id: string; expected: number | null }) {
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
            {expected !== null && <p>{missingText(expected, data.people)}</p>}
            <p className="sub">
              二维码每 {data.seconds} 秒更换，换下的 {codeGraceSeconds} 秒后失效。
            </p>
            <Place id={id} located={data.located} />
          </>
        ) : (
          !error && <Skeleton height={280} />
        )}
      </div>
    </Card>
  );
}

function attendanceText({ way, proof }: Attendee): string {
  if (way === 'keeper') return '补登';
  return proof === null ? '扫码' : attendanceProofs[proof];
}

function AttendeeRow({ one }: { one: Attendee }) {
  return (
    <li>
      <span>
        <b>{one.name}</b> <small>{one.department}</small>
      </span>
      <small>
        {formatInstant(one.arrivedAt).slice(11, 16)} {attendanceText(one)}
        {one.minutes !== null && ` · ${one.minutes} 分钟`}
        {one.hours !== null && ` · 线下 ${one.hours} 学时`}
      </small>
      {one.signature ? (
        <StoredPicture url={`/upms/file/${one.signature.id}`} label={`${one.name}的签名`} />
      ) : (
        <em>{one.proof === 'far' ? '不计入' : '未签名'}</em>
      )}
    </li>
  );
}

/** For a learner: only the own attendance. The other participants are shown to the host. */
function OwnAttendance({ id, people }: { id: string; people: number }) {
  const { data } = useQuery(rosterOf(id));
  return (
    <Card title="我的签到" note={`现场已签到 ${people} 人`}>
      {!data && <Skeleton height={80} />}
      {data?.length === 0 && <Empty icon="users" title="您还没有签到" />}
      <div className="session-roster">
        <ul aria-label="我的签到">
          {data?.map((one) => (
            <AttendeeRow key={one.id} one={one} />
          ))}
        </ul>
      </div>
    </Card>
  );
}

function Roster({ id, expected, mayEnter }: { id: string; expected: number | null; mayEnter: boolean }) {
  const { message } = App.useApp();
  const client = useQueryClient();
  const { data } = useQuery(rosterOf(id));
  const [selectedEmployeeId, choose] = useState<string | null>(null);
  const enter = useMutation({
    mutationFn: (employeeId: string) => sessions.enter({ id, employeeIds: [employeeId] }, { quiet: true }),
    onSuccess: async () => {
      choose(null);
      await client.invalidateQueries({ queryKey: ['classSession'] });
    },
    onError: (error) => void message.error(error.message),
  });
  return (
    <Card
      title="参加人员"
      note={
        data
          ? [`${data.length} 人`, missingText(expected, data.filter(({ proof }) => proof !== 'far').length)]
              .filter(Boolean)
              .join('，')
          : ''
      }
    >
      <div className="session-roster">
        {mayEnter && (
          <div className="session-enter">
            <DeclaredPicker target="employee" aria-label="补登人员" value={selectedEmployeeId} onChange={choose} />
            <Button
              disabled={selectedEmployeeId === null}
              loading={enter.isPending}
              onClick={() => selectedEmployeeId !== null && enter.mutate(selectedEmployeeId)}
            >
              补登
            </Button>
          </div>
        )}
        {!data && <Skeleton height={120} />}
        {data?.length === 0 && <Empty icon="users" title="还没有人签到" />}
        <ul aria-label="参加人员">
          {data?.map((one) => (
            <AttendeeRow key={one.id} one={one} />
          ))}
        </ul>
      </div>
    </Card>
  );
}
