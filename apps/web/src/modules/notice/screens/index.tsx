import { Suspense } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { shownCount, useRedDots } from '#lib/red-dots.ts';
import { useHasPermit } from '#lib/current-user.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { Skeleton } from '#ui/page-states.tsx';
import { useTabId } from '#ui/tab-context.tsx';
import { Inbox } from '../parts/inbox.tsx';
import '../parts/notice.css';

const TodoList = lazyPart(async () => (await import('#widgets/todo-list/todo-list.tsx')).TodoList);

const TogetherButton = lazyPart(async () => (await import('../parts/together.tsx')).TogetherButton);

const Digests = lazyPart(async () => (await import('#widgets/digests/digests.tsx')).Digests);
const EnforcementTab = lazyPart(async () => (await import('../parts/enforcement-tab.tsx')).EnforcementTab);

type Key = 'announcement' | 'system' | 'enforcement' | 'todo';
const own = ['tab'];

/** 消息: announcements and to-dos of the person (RT-18). */
export function Screen() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const ownTab = useTabId();
  const query = new URLSearchParams(search);
  const requestedTab = query.get('tab');
  const first = query.get('id') ?? undefined;
  const dots = useRedDots();
  const mayNotices = useHasPermit('bus:notice:index');
  const maySystem = useHasPermit('bus:sysnotice:index');
  const mayWarnings = useHasPermit('bus:enterprisewarn:index');
  const mayEnforcement = useHasPermit('bus:spot:index');
  const tabs: { key: Key; label: string; count: number }[] = [
    ...(mayNotices ? [{ key: 'announcement' as const, label: '公告', count: dots.unNotice }] : []),
    ...(maySystem ? [{ key: 'system' as const, label: '系统', count: dots.systemUnNotice }] : []),
    ...(mayEnforcement ? [{ key: 'enforcement' as const, label: '执法', count: dots.spotUnNotice }] : []),
    { key: 'todo', label: '待办', count: dots.unAct },
  ];
  const choose = (key: Key) =>
    void navigate({ pathname, search: `tab=${key}` }, { replace: true, state: { tab: ownTab } });
  const active = tabs.find(({ key }) => key === requestedTab)?.key ?? tabs[0]?.key ?? 'todo';
  const move = (by: number) => {
    const at = tabs.findIndex(({ key }) => key === active);
    const next = tabs[(at + by + tabs.length) % tabs.length];
    if (!next) return;
    choose(next.key);
    document.getElementById(`notice-tab-${next.key}`)?.focus();
  };
  return (
    <>
      <PageHead title="消息" sub="公告、系统通知、执法通知和需要您办理的事项" />
      <div className="notice-tabs" role="tablist" aria-label="消息分类">
        {tabs.map(({ key, label, count }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`notice-tab-${key}`}
            aria-selected={key === active}
            aria-controls="notice-panel"
            tabIndex={key === active ? 0 : -1}
            onClick={() => choose(key)}
            onKeyDown={(event) => {
              if (event.key === 'ArrowRight') move(1);
              if (event.key === 'ArrowLeft') move(-1);
            }}
          >
            {label}
            {count > 0 && (
              <span className="notice-count">
                {shownCount(count)}
                <span className="notice-hidden">条未处理</span>
              </span>
            )}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="notice-panel" aria-labelledby={`notice-tab-${active}`} className="notice-panel">
        {active === 'enforcement' ? (
          <Suspense fallback={<Skeleton height={320} />}>
            <EnforcementTab />
          </Suspense>
        ) : active === 'todo' ? (
          <Suspense fallback={<Skeleton height={320} />}>
            <TodoList
              beside={own}
              together={(selected) => (
                <Suspense fallback={null}>
                  <TogetherButton {...selected} />
                </Suspense>
              )}
            />
          </Suspense>
        ) : (
          <>
            <Suspense fallback={null}>{active === 'system' && mayWarnings && <Digests />}</Suspense>
            <Inbox
              key={`${active} ${first ?? ''}`}
              channel={active}
              label={active === 'system' ? '系统通知' : '公告'}
              first={active === requestedTab ? first : undefined}
            />
          </>
        )}
      </div>
    </>
  );
}
