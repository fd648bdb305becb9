import { dayOf } from '@anlan/contract/domain/instant';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { useHolds, useWho } from '#lib/person.ts';
import { accountChoices } from '#lib/wx-account-calls.ts';
import { later } from '#ui/later.tsx';
import type { ListColumn } from '#ui/list/columns.ts';
import { FilterChoice } from '#ui/list/filter-choice.tsx';
import { filterOf, ListFilters, type ListFilter } from '#ui/list/list-filters.tsx';
import { ListTable } from '#ui/list/list-table.tsx';
import { useListQuery } from '#ui/list/use-list-query.ts';
import { PageHead } from '#ui/page-head.tsx';
import { Ago } from '#ui/ago.tsx';
import { Empty } from '#ui/states.tsx';
import { followerPage, followerQuery, followerTags, type FollowerPage, type WxFollower } from './calls.ts';
import { page } from './index.ts';
import { Tags } from './parts/tags.tsx';

const EditDrawer = later(async () => (await import('./parts/edit-drawer.tsx')).EditDrawer);

type Filter = FollowerPage['filter'];
const chatPath = (id: string) => `/views/wxmp/wxmsg/index?wxUserId=${id}`;
const one = filterOf<Filter>();
const yesNo = (yes: string, no: string) => [
  { value: true, label: yes },
  { value: false, label: no },
];

/** Chooses the account or a tag whose followers are listed. */
function ChoiceOf({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string | undefined;
  options: { value: string; label: string }[];
  onChange: (value: string | undefined) => void;
}) {
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
function AccountFilter(props: { value: string | undefined; onChange: (value: string | undefined) => void }) {
  const { data } = useQuery(accountChoices());
  return (
    <ChoiceOf
      {...props}
      label="公众号"
      options={(data ?? []).map(({ appId, name }) => ({ value: appId, label: name }))}
    />
  );
}
function TagFilter(props: { value: string | undefined; onChange: (value: string | undefined) => void }) {
  const { data } = useQuery(followerTags());
  return (
    <ChoiceOf
      {...props}
      label="标签"
      options={(data ?? []).map(({ tag, followers }) => ({ value: tag, label: `${tag}（${followers}）` }))}
    />
  );
}

const filters: readonly ListFilter<Filter>[] = [
  one({ name: 'appId', label: '公众号', control: (props) => <AccountFilter {...props} /> }),
  one({ name: 'tag', label: '标签', control: (props) => <TagFilter {...props} /> }),
  one({
    name: 'subscribed',
    label: '关注状态',
    control: (props) => <FilterChoice {...props} options={yesNo('关注中', '已取消关注')} />,
  }),
  one({
    name: 'bound',
    label: '绑定员工',
    control: (props) => <FilterChoice {...props} options={yesNo('已绑定', '未绑定')} />,
  }),
];

const columns: readonly ListColumn<WxFollower, 'subscribedAt' | 'lastAt'>[] = [
  {
    key: 'nickName',
    title: '粉丝',
    width: 220,
    render: ({ nickName, remark, appName }) => (
      <span className="list-two">
        <span>{remark ? `${remark}（${nickName}）` : nickName}</span>
        <small>{appName}</small>
      </span>
    ),
  },
  {
    key: 'subscribed',
    title: '状态',
    width: 110,
    render: ({ subscribed }) =>
      subscribed ? <span className="tag tone-green">关注中</span> : <span className="tag tone-grey">已取消关注</span>,
  },
  { key: 'tags', title: '标签', width: 220, render: ({ tags }) => <Tags tags={tags} /> },
  { key: 'employee', title: '对应员工', width: 130, render: ({ employeeName }) => employeeName ?? '—' },
  {
    key: 'subscribedAt',
    title: '关注时间',
    width: 120,
    sort: 'subscribedAt',
    render: ({ subscribedAt }) => (subscribedAt ? dayOf(subscribedAt) : '—'),
  },
  {
    key: 'lastAt',
    title: '最近消息',
    width: 120,
    sort: 'lastAt',
    render: ({ lastAt }) => (lastAt ? <Ago at={lastAt} /> : '—'),
  },
];

/** 粉丝: followers of the tenant's accounts, their tags, remarks and who they are. */
export function Screen() {
  const { sysUser } = useWho();
  const navigate = useNavigate();
  const query = useListQuery(followerQuery, { size: 20, sort: [{ by: 'lastAt', desc: true }] });
  const state = useQuery(followerPage(query.input));
  const mayEdit = useHolds('wxmp:wxuser:edit');
  const mayChat = useHolds('wxmp:wxmsg:index');
  const [editing, setEditing] = useState<WxFollower | null>(null);
  return (
    <>
      <PageHead title={page.heading} sub={state.data ? `共 ${state.data.total} 位` : '　'} />
      <ListTable
        label="粉丝列表"
        settings={`wx-follower-${sysUser.id}`}
        query={query}
        state={state}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ nickName }) => nickName}
        actions={(row) => [
          ...(mayChat ? [{ key: 'chat', label: '聊天', run: () => void navigate(chatPath(row.id)) }] : []),
          ...(mayEdit ? [{ key: 'edit', label: '编辑', run: () => setEditing(row) }] : []),
        ]}
        actionsWidth={120}
        card={({ nickName, remark, appName, tags, employeeName }) => (
          <span className="list-two">
            <strong>{remark ? `${remark}（${nickName}）` : nickName}</strong>
            <small>{[appName, employeeName].filter(Boolean).join(' · ')}</small>
            {tags.length > 0 && <Tags tags={tags} />}
          </span>
        )}
        filters={(settings) => (
          <ListFilters
            query={query}
            search={{ name: 'nickName', placeholder: '昵称、备注' }}
            filters={filters}
            end={settings}
          />
        )}
        empty={<Empty icon="users" title="还没有粉丝，先绑定公众号" />}
      />
      <Suspense fallback={null}>
        {editing && <EditDrawer key={editing.id} follower={editing} onClose={() => setEditing(null)} />}
      </Suspense>
    </>
  );
}
