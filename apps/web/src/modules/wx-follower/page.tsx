import { dayOf } from '@anlan/contract/domain/instant';
import { wxFollowerCalls, type WxFollower } from '@anlan/contract/modules/wx-follower/calls';
import { wxFollowerListing } from '@anlan/contract/modules/wx-follower/listing';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import type { ControlField, ControlProps } from '#kit/controls.tsx';
import { column, one, tag } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { hasPermit } from '#lib/current-user.ts';
import { accountChoices } from '#lib/wx-account-calls.ts';
import { FilterChoice } from '#ui/list/filter-choice.tsx';
import { filterOf } from '#ui/list/list-filters.tsx';
import { Ago } from '#ui/time-ago.tsx';
import { followerTags, type FollowerFilter } from './calls.ts';
import { page } from './index.ts';
import './parts/tags.css';

function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return '—';
  return (
    <span className="follower-tags">
      {tags.map((tag) => (
        <span key={tag}>{tag}</span>
      ))}
    </span>
  );
}

const chatPath = (id: string) => `/views/wxmp/wxmsg/index?wxUserId=${id}`;
const filter = filterOf<FollowerFilter>();

interface SelectProps {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}
function SelectOf({ label, value, options, onChange }: SelectProps & { options: { value: string; label: string }[] }) {
  return (
    <Select
      aria-label={label}
      placeholder={label}
      allowClear
      value={value ?? null}
      options={options}
      onChange={(next: string | undefined) => onChange(next ?? undefined)}
    />
  );
}
function AccountFilter(props: SelectProps) {
  const { data = [] } = useQuery(accountChoices());
  return <SelectOf {...props} options={data.map(({ appId, name }) => ({ value: appId, label: name }))} />;
}
function AccountName({ appId }: { appId: string }) {
  const { data } = useQuery(accountChoices());
  return data?.find((one) => one.appId === appId)?.name ?? appId;
}
function TagFilter(props: SelectProps) {
  const { data = [] } = useQuery(followerTags());
  const options = data.map(({ tag: value, followers }) => ({ value, label: `${value}（${followers}）` }));
  return <SelectOf {...props} options={options} />;
}
function TagsControl({ value, name: _name, spec: _spec, row: _row, ...rest }: ControlProps & ControlField) {
  const { data = [] } = useQuery(followerTags());
  return (
    <Select
      {...rest}
      mode="tags"
      maxCount={20}
      placeholder="输入后回车添加"
      value={Array.isArray(value) ? value.map(String) : []}
      options={data.map(({ tag: each }) => ({ value: each, label: each }))}
    />
  );
}

const bindingWords = { true: '已绑定', false: '未绑定' };
const nameOf = ({ remark, nickName }: WxFollower) => (remark ? `${remark}（${nickName}）` : nickName);

export const Screen = resourcePage(
  wxFollowerListing,
  { page: wxFollowerCalls.page, get: wxFollowerCalls.get, update: wxFollowerCalls.update },
  {
    ...page,
    columns: [
      column<WxFollower>(
        'nickName',
        '粉丝',
        (row) => (
          <span className="list-two">
            <span>{nameOf(row)}</span>
            <small>{row.appName}</small>
          </span>
        ),
        { width: 220, locked: true },
      ),
      tag('subscribed', { width: 110 }),
      column<WxFollower>('tags', '标签', ({ tags }) => <Tags tags={tags} />, { width: 220 }),
      one('employeeId', { width: 130 }),
      column<WxFollower, 'subscribedAt'>(
        'subscribedAt',
        '关注时间',
        ({ subscribedAt }) => (subscribedAt ? dayOf(subscribedAt) : '—'),
        { width: 120, sort: 'subscribedAt' },
      ),
      column<WxFollower, 'lastAt'>('lastAt', '最近消息', ({ lastAt }) => (lastAt ? <Ago at={lastAt} /> : '—'), {
        width: 120,
        sort: 'lastAt',
      }),
    ],
    filters: [
      filter({
        name: 'appId',
        label: '公众号',
        control: (props) => <AccountFilter {...props} />,
        words: (appId) => <AccountName appId={appId} />,
      }),
      filter({ name: 'tag', label: '标签', control: (props) => <TagFilter {...props} />, words: (value) => value }),
      'subscribed',
      filter({
        name: 'bound',
        label: '绑定员工',
        control: (props) => (
          <FilterChoice
            {...props}
            options={[
              { value: true, label: bindingWords.true },
              { value: false, label: bindingWords.false },
            ]}
          />
        ),
        words: (isBound) => bindingWords[`${isBound}`],
      }),
    ],
    form: { rows: ['remark', 'tags', 'employeeId'], controls: { tags: TagsControl } },
    open: 'nothing',
    actions: (row, { edit }) => [
      ...(hasPermit('wxmp:wxmsg:index') ? [{ key: 'chat', label: '聊天', to: chatPath(row.id) }] : []),
      ...edit,
    ],
    actionsWidth: 120,
    summary: ({ use }) => (use.state.data ? `共 ${use.state.data.total} 位` : '　'),
    card: (row) => (
      <span className="list-two">
        <strong>{nameOf(row)}</strong>
        <small>{[row.appName, row.employeeName].filter(Boolean).join(' · ')}</small>
        {row.tags.length > 0 && <Tags tags={row.tags} />}
      </span>
    ),
    empty: '还没有粉丝，先绑定公众号',
  },
  { key: ['wx-follower'] },
);
