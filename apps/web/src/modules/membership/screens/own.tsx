import { membershipMeasures } from '@anlan/contract/modules/membership/measures';
import { formatInstant } from '@anlan/contract/domain/instant';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { Link } from 'react-router';
import { signal } from '#lib/app-events.ts';
import { Icon } from '#ui/icon.tsx';
import { Card, PageHead } from '#ui/page-head.tsx';
import { LoadedPage } from '#ui/loaded-page.tsx';
import { Empty } from '#ui/page-states.tsx';
import { beginTrial, membershipKey, myService, type MyService } from '../calls.ts';
import { features, spaceText, states, stateText, usedText } from '../rules.ts';
import '../membership.css';

/** 我的会员: expiry date, included features, and features that need no membership. */
export function Screen() {
  return (
    <LoadedPage title="我的会员" query={useQuery(myService)}>
      {(service) => <Membership of={service} />}
    </LoadedPage>
  );
}

function Membership({ of }: { of: MyService }) {
  const { status, entName, meal, stays, ends, notices } = of;
  const { label, tone } = states[status];
  return (
    <>
      <PageHead
        title={
          <span className="member-title">
            我的会员
            <span className={`tag tone-${tone}`}>{label}</span>
          </span>
        }
        sub={[entName, meal].filter(Boolean).join(' · ')}
        end={
          <>
            <Link className="btn" to="/bus/orderrecords/index">
              我的订单
            </Link>
            {of.trialDays > 0 && <Trial days={of.trialDays} />}
            <Button type="primary" onClick={() => signal('purchase', undefined)}>
              {status === 'none' || status === 'trial' ? '开通会员' : '续费'}
            </Button>
          </>
        }
      />
      <p className="member-state" role="note">
        <Icon name="info" size={16} />
        {stateText(of)}
      </p>
      <div className="member-halves">
        <Card title="不受会员影响" note="到期后也一直可以办理">
          <Lines lines={stays} icon="tick" />
        </Card>
        <Card
          title="目前停用"
          note={of.graceTo && status !== 'expired' ? `到期后宽限到 ${of.graceTo}，其间一切照旧` : undefined}
        >
          {ends.length > 0 ? <Lines lines={ends} icon="close" /> : <Empty icon="check" title="目前全部可用" />}
        </Card>
      </div>
      <div className="member-halves">
        <Card title="套餐内容">
          <Opens of={of} />
        </Card>
        <Card title="会员通知" note="与安全预警无关">
          {notices.length > 0 ? (
            <ul className="member-notices">
              {notices.map(({ id, at, text }) => (
                <li key={id}>
                  <span>{text}</span>
                  <time dateTime={at.toISOString()}>{formatInstant(at).slice(0, 16)}</time>
                </li>
              ))}
            </ul>
          ) : (
            <Empty icon="bell" title="没有会员通知" />
          )}
        </Card>
      </div>
    </>
  );
}

const Lines = ({ lines, icon }: { lines: readonly string[]; icon: 'tick' | 'close' }) => (
  <ul className={`member-lines ${icon}`}>
    {lines.map((line) => (
      <li key={line}>
        <Icon name={icon} size={14} />
        {line}
      </li>
    ))}
  </ul>
);

function Opens({ of: { seats, storageMb, dutyMb, lookups, opens, closed } }: { of: MyService }) {
  const meters = [
    { measure: membershipMeasures.seats, unit: '个', note: '没有账号的人员照常登记、培训', ...seats },
    {
      measure: membershipMeasures.storage,
      unit: null,
      note: `含基础空间。证照、隐患照片、整改证据和档案另存 ${spaceText(dutyMb)}，不占用`,
      ...storageMb,
    },
    { measure: membershipMeasures.lookups, unit: '次', note: null, ...lookups },
  ];
  return (
    <div className="member-opens">
      {meters.map(({ measure: { key, label, definition }, unit, note, used, most }) => (
        <div key={key}>
          <span title={definition}>{label}</span>
          <b>
            {unit === null && most > 0
              ? `${spaceText(used)} / ${spaceText(most)}`
              : usedText({ used, most }, unit ?? '')}
          </b>
          {most > 0 && <progress max={most} value={Math.min(used, most)} aria-label={label} />}
          {note && <small>{note}</small>}
        </div>
      ))}
      <ul>
        {[...opens.map((key) => [key, true] as const), ...closed.map((key) => [key, false] as const)].map(
          ([key, isOpen]) => (
            <li key={key}>
              <span>{features[key] ?? key}</span>
              <span className={isOpen ? 'tag tone-green' : 'tag tone-grey'}>{isOpen ? '已开通' : '未开通'}</span>
            </li>
          ),
        )}
      </ul>
    </div>
  );
}

function Trial({ days }: { days: number }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const begin = useMutation({
    mutationFn: beginTrial,
    onSuccess: () => void message.success(`已开始试用，共 ${days} 天`),
    onError: (error) => void message.error(error.message),
    onSettled: () => client.invalidateQueries({ queryKey: membershipKey }),
  });
  return (
    <Button loading={begin.isPending} onClick={() => begin.mutate()}>
      免费试用 {days} 天
    </Button>
  );
}
