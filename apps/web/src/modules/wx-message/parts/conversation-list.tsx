import type { WxConversation } from '@anlan/contract/modules/wx-message/views';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useRef } from 'react';
import { Virtualizer } from 'virtua';
import { accountChoices } from '#lib/wx-account-calls.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { DropMenu } from '#ui/drop-menu.tsx';
import { Icon } from '#ui/icon.tsx';
import { SearchBox } from '#ui/list/search-box.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { conversationPages, waitingCount } from '../calls.ts';
import { useHasDraft } from '../reply/drafts.ts';
import { listTime, windowLeft } from '../rules.ts';
import { calledOf, kindNames, shortText, stateNames, stateTones } from '../words.ts';
import { filterOf, type Place } from '../centre-address.ts';
import { Avatar } from './avatar.tsx';
import { SearchResults } from './search-results.tsx';
import { useNow } from './use-now.ts';

const tabs = [
  ['', '全部'],
  ['pending', '待回复'],
  ['answered', '已回复'],
  ['ended', '已结束'],
] as const;
const kinds = ['text', 'image', 'voice', 'video', 'shortvideo', 'location', 'link', 'event'] as const;

const partHeight = 32;

interface Props {
  place: Place;
  onChange: (change: Partial<Record<keyof Place, string | null>>) => void;
}

export function ConversationList({ place, onChange }: Props) {
  const { data: accounts } = useQuery(accountChoices());
  const { sysUser } = useCurrentUser();
  const box = useRef<HTMLDivElement>(null);
  const state = useInfiniteQuery({
    ...conversationPages({ filter: filterOf(place), latest: place.order === 'latest' }),
    refetchInterval: 15_000,
  });
  const { data: waiting = 0 } = useQuery({ ...waitingCount(filterOf(place)), refetchInterval: 15_000 });
  const rows = state.data?.pages.flatMap((page) => page.rows) ?? [];
  const now = useNow();
  const scrolled = () => {
    const view = box.current;
    if (view === null || !state.hasNextPage || state.isFetchingNextPage) return;
    if (view.scrollHeight - view.scrollTop < view.clientHeight * 2) void state.fetchNextPage();
  };
  const narrowed = place.assignee !== '' || place.repType !== '' || place.unread !== '';
  return (
    <section className="chat-list" aria-label="会话列表">
      <div className="chat-list-head">
        <div className="chat-list-top">
          <h1>消息中心</h1>
          {(accounts?.length ?? 0) > 0 && (
            <Select
              className="end"
              size="small"
              variant="borderless"
              aria-label="公众号"
              popupMatchSelectWidth={false}
              value={place.appId}
              options={[
                { value: '', label: '全部公众号' },
                ...(accounts ?? []).map(({ appId, name, kind }) => ({
                  value: appId,
                  label: `${name} · ${kind === 'service' ? '服务号' : '订阅号'}`,
                })),
              ]}
              onChange={(appId: string) => onChange({ appId: appId || null })}
            />
          )}
        </div>
        <div className="chat-list-top">
          <SearchBox
            value={place.keyword}
            placeholder="搜索昵称、备注、消息内容"
            onSearch={(keyword) => onChange({ keyword: keyword || null })}
          />
          <DropMenu
            within="body"
            items={[
              { key: 'all', label: '全部接待人' },
              { key: 'mine', label: '我接待的' },
              { key: 'nobody', label: '未分派的' },
              { type: 'divider' },
              { key: 'unread', label: place.unread ? '不限已读未读' : '只看未读' },
              { type: 'divider' },
              { key: 'kind-', label: '全部消息类型' },
              ...kinds.map((kind) => ({ key: `kind-${kind}`, label: `最后是${kindNames[kind]}` })),
            ]}
            onChoose={(key) => {
              if (key === 'all') onChange({ assignee: null });
              else if (key === 'unread') onChange({ unread: place.unread ? null : '1' });
              else if (key.startsWith('kind-')) onChange({ repType: key.slice(5) || null });
              else onChange({ assignee: key });
            }}
          >
            <button type="button" className="icon-btn" aria-label={narrowed ? '筛选，已筛选' : '筛选'}>
              <Icon name="filter" />
              {narrowed && <span className="dot-mark" aria-hidden="true" />}
            </button>
          </DropMenu>
        </div>
        {narrowed && (
          <p className="chat-meek">
            {[
              place.assignee === 'mine' && '我接待的',
              place.assignee === 'nobody' && '未分派的',
              place.unread && '只看未读',
              place.repType && `最后是${kindNames[place.repType]}`,
            ]
              .filter(Boolean)
              .join(' · ')}{' '}
            <button
              type="button"
              className="link bare"
              onClick={() => onChange({ assignee: null, unread: null, repType: null })}
            >
              清除
            </button>
          </p>
        )}
      </div>
      <div className="chat-tabs">
        <div role="tablist" aria-label="会话状态">
          {tabs.map(([value, label]) => (
            <button
              key={value}
              type="button"
              role="tab"
              aria-selected={place.state === value}
              onClick={() => onChange({ state: value || null })}
            >
              {label}
              {value === 'pending' && waiting > 0 && <small>{waiting}</small>}
            </button>
          ))}
        </div>
        <DropMenu
          within="body"
          items={[
            { key: 'window', label: '先到期' },
            { key: 'latest', label: '最近消息' },
          ]}
          onChoose={(key) => onChange({ order: key === 'latest' ? key : null })}
        >
          <button type="button" className="link bare end">
            <span className="unseen">排序：</span>
            {place.order === 'latest' ? '最近消息' : '先到期'}
            <Icon name="down" size={12} />
          </button>
        </DropMenu>
      </div>
      <div className="conversations" ref={box} onScroll={scrolled}>
        {state.error && !state.data && <LoadFailed error={state.error} onRetry={() => void state.refetch()} />}
        {state.isPending && (
          <div className="conv-bones">
            {[1, 2, 3, 4, 5, 6].map((each) => (
              <Skeleton key={each} height={72} />
            ))}
          </div>
        )}
        {state.data && rows.length === 0 && place.keyword === '' && (
          <Empty
            icon="chat"
            title={
              accounts?.length === 0
                ? '还没有粉丝消息，先绑定公众号'
                : narrowed || place.state
                  ? '没有符合条件的会话'
                  : '还没有粉丝消息'
            }
          />
        )}
        {place.keyword !== '' && rows.length > 0 && <h2 className="conv-part">会话</h2>}
        <Virtualizer scrollRef={box} startMargin={place.keyword === '' ? 0 : partHeight} data={rows}>
          {(row) => (
            <Conversation
              key={row.wxUserId}
              row={row}
              now={now}
              me={sysUser.id}
              open={row.wxUserId === place.follower}
              onOpen={() => onChange({ follower: row.wxUserId, message: null })}
            />
          )}
        </Virtualizer>
        {place.keyword !== '' && (
          <>
            <h2 className="conv-part">消息</h2>
            <SearchResults keyword={place.keyword} onOpen={(follower, message) => onChange({ follower, message })} />
          </>
        )}
      </div>
    </section>
  );
}

interface RowProps {
  row: WxConversation;
  now: Date;
  me: string;
  open: boolean;
  onOpen: () => void;
}

function Conversation({ row, now, me, open, onOpen }: RowProps) {
  const { text, soon } = windowLeft(row.windowEndsAt, row.windowLeft, now);
  const hasDraft = useHasDraft(row.wxUserId);
  const who = row.assigneeId === null ? '未分派' : row.assigneeId === me ? '我' : row.assigneeName;
  return (
    <button type="button" className={row.unread > 0 ? 'conv unread' : 'conv'} aria-current={open} onClick={onOpen}>
      <Avatar name={row.nickName} picture={row.headimgUrl} size="large" />
      <span className="conv-text">
        <span className="conv-line">
          <span className="conv-name">{calledOf(row)}</span>
          {!row.subscribed && <span className="chat-meek">已取关</span>}
          <span className="chat-meek end">{listTime(row.lastAt, now)}</span>
        </span>
        <span className="conv-line">
          <span className="conv-last cut">
            {hasDraft && <span className="conv-draft">[草稿] </span>}
            {row.last === null ? '还没有消息' : shortText(row.last)}
          </span>
          {row.unread > 0 && (
            <>
              <span className="dot-count" aria-hidden="true">
                {row.unread > 99 ? '99+' : row.unread}
              </span>
              <span className="unseen">{row.unread} 条未读</span>
            </>
          )}
        </span>
        <span className="conv-line">
          <span className={`tag tone-${stateTones[row.state]}`}>{stateNames[row.state]}</span>
          <span className={soon && row.state === 'pending' ? 'window-left soon' : 'window-left'}>
            <Icon name="clock" size={12} />
            {text}
          </span>
          <span className="chat-meek end cut">
            {row.lookers.some(({ typing }) => typing)
              ? `${row.lookers.find(({ typing }) => typing)?.name}正在输入`
              : who}
          </span>
        </span>
      </span>
    </button>
  );
}
