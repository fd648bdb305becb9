import { dangerStates } from '@anlan/contract/modules/danger/states';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { dayOf } from '@anlan/contract/domain/instant';
import { App, Select } from 'antd';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useLinks } from '#kit/modules.ts';
import { useHasPermit } from '#lib/current-user.ts';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { DictTag } from '#widgets/dict-tag.tsx';
import { followerFacts, followerTags, updateFollower, wxKey } from '../calls.ts';
import { Avatar } from './avatar.tsx';
import { useNow } from './use-now.ts';
import './follower-pane.css';

const BindDialog = lazyPart(async () => (await import('./bind-dialog.tsx')).BindDialog);
const RemarkDialog = lazyPart(async () => (await import('./remark-dialog.tsx')).RemarkDialog);

/** Shows the follower, and the dangers and expiring items of the follower's enterprise. */
export function FollowerPane({ wxUserId }: { wxUserId: string }) {
  const { data, error, refetch } = useQuery(followerFacts(wxUserId));
  const client = useQueryClient();
  const { message } = App.useApp();
  const linkTo = useLinks();
  const mayEdit = useHasPermit('wxmp:wxuser:edit');
  const maySeeDangers = useHasPermit('bus:enterpriseexpinfo:index');
  const [open, setOpen] = useState<'bind' | 'remark' | null>(null);
  const change = useMutation({
    mutationFn: updateFollower,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['wx-follower'] });
      void client.invalidateQueries({ queryKey: wxKey });
    },
    onError: (failed) => void message.error(failed.message),
  });
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div className="conv-bones">
        <Skeleton height={56} />
        <Skeleton height={120} />
      </div>
    );
  const { follower, employee, enterprise, dangers, dangerCount, expiring } = data;
  const { id, version, nickName, headimgUrl, remark, subscribedAt, subscribed, scene } = follower;
  const enterpriseTo = enterprise && linkTo('enterprise', enterprise.id);
  const more = dangerCount - dangers.length;
  return (
    <>
      <div className="who-part who-top">
        <Avatar name={nickName} picture={headimgUrl} size="large" />
        <div className="who-words">
          <strong>{nickName}</strong>
          <span className="chat-meek">
            {subscribedAt && `${dayOf(subscribedAt)} ${subscribed ? '关注' : '关注过'}`}
            {scene && ' · 来自扫码'}
            {!subscribed && ' · 已取消关注'}
          </span>
          <span className="chat-meek">
            {remark ? `备注：${remark}` : '没有备注'}{' '}
            {mayEdit && (
              <button type="button" className="link bare" onClick={() => setOpen('remark')}>
                {remark ? '修改' : '添加'}
              </button>
            )}
          </span>
        </div>
      </div>
      <div className="who-part">
        <h3>标签</h3>
        <Tags
          value={follower.tags}
          disabled={!mayEdit || change.isPending}
          onChange={(tags) => change.mutate({ id, version, tags })}
        />
      </div>
      <div className="who-part">
        <h3>
          对应员工
          {mayEdit && employee && (
            <button
              type="button"
              className="link bare"
              disabled={change.isPending}
              onClick={() => change.mutate({ id, version, employeeId: null })}
            >
              解除绑定
            </button>
          )}
        </h3>
        {employee ? (
          <p className="who-line">
            <Avatar name={employee.name} />
            <span>
              {employee.name} {employee.post && <span className="chat-meek">{employee.post}</span>}
            </span>
          </p>
        ) : (
          <p className="chat-meek">
            还不知道是哪位员工{' '}
            {mayEdit && (
              <button type="button" className="link bare" onClick={() => setOpen('bind')}>
                绑定员工
              </button>
            )}
          </p>
        )}
        {enterprise && (
          <p className="who-line">
            <i className="chat-face" aria-hidden="true">
              <Icon name="building" size={16} />
            </i>
            {enterpriseTo ? (
              <Link className="link cut" to={enterpriseTo}>
                {enterprise.name}
              </Link>
            ) : (
              <span className="cut">{enterprise.name}</span>
            )}
          </p>
        )}
      </div>
      {enterprise && (
        <div className="who-part">
          <h3>
            未销号隐患
            {maySeeDangers && dangerCount > 0 && (
              <Link
                className="link"
                to={`/bus/enterpriseexpinfo1/index?tab=all&enterpriseId=${enterprise.id}&unclosed=true`}
              >
                全部 {dangerCount}
              </Link>
            )}
          </h3>
          {dangerCount === 0 && <p className="chat-meek">没有未销号的隐患</p>}
          <ul className="who-list">
            {dangers.map((danger) => (
              <li key={danger.id}>
                {maySeeDangers ? (
                  <Link className="cut" to={`/bus/enterpriseexpinfo1/index?tab=all&id=${danger.id}`}>
                    {danger.title}
                  </Link>
                ) : (
                  <span className="cut">{danger.title}</span>
                )}
                <span className="who-line">
                  <DictTag type="rectificationStatus" value={danger.status} codes={dangerStates} />
                  {danger.deadlineOn && (
                    <span className={danger.late ? 'chat-meek bad' : 'chat-meek'}>
                      {danger.late ? '已超期，期限 ' : '期限 '}
                      {danger.deadlineOn}
                    </span>
                  )}
                </span>
              </li>
            ))}
          </ul>
          {more > 0 && !maySeeDangers && <p className="chat-meek">另有 {more} 项</p>}
        </div>
      )}
      {enterprise && (
        <div className="who-part">
          <h3>快到期的证件</h3>
          {expiring.length === 0 && <p className="chat-meek">没有快到期的证件</p>}
          <ul className="who-list">
            {expiring.map((paper) => (
              <li key={paper.id}>
                <span className="cut">{paper.itemName}</span>
                <span className="who-line">
                  {paper.validTo && <Ends on={paper.validTo} />}
                  {paper.validTo && <span className="chat-meek">有效期至 {paper.validTo}</span>}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Suspense fallback={null}>
        {open === 'bind' && <BindDialog follower={follower} onClose={() => setOpen(null)} />}
        {open === 'remark' && <RemarkDialog follower={follower} onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  );
}

function Ends({ on }: { on: string }) {
  const days = Math.round((Date.parse(on) - Date.parse(dayOf(useNow()))) / 86_400_000);
  return days < 0 ? (
    <span className="tag tone-red">已过期</span>
  ) : (
    <span className="tag tone-orange">剩 {days} 天</span>
  );
}

interface TagsProps {
  value: readonly string[];
  disabled: boolean;
  onChange: (tags: string[]) => void;
}

function Tags({ value, disabled, onChange }: TagsProps) {
  const { data } = useQuery(followerTags());
  return (
    <Select
      mode="tags"
      size="small"
      className="who-tags"
      aria-label="标签"
      placeholder="添加标签"
      maxCount={20}
      disabled={disabled}
      value={[...value]}
      options={(data ?? []).map(({ tag, followers }) => ({ value: tag, label: `${tag}（${followers}）` }))}
      optionLabelProp="value"
      onChange={(tags: string[]) => onChange(tags.map((tag) => tag.trim().slice(0, 20)).filter(Boolean))}
    />
  );
}
