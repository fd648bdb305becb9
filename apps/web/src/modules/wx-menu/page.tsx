import { wxMenuProblems, type WxMenu, type WxMenuButton } from '@anlan/contract/modules/wx-menu/menu';
import { formatInstant } from '@anlan/contract/domain/instant';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Select } from 'antd';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useHasPermit } from '#lib/current-user.ts';
import { accountChoices } from '#lib/wx-account-calls.ts';
import { PageHead } from '#ui/page-head.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { TabModal } from '#ui/tab-modal.tsx';
import { useDirty, useTabId } from '#ui/tab-context.tsx';
import { NoAccount } from '#widgets/wx-material/no-account.tsx';
import { menuOf, menus } from './calls.ts';
import { page } from './index.ts';
import { EntryForm } from './parts/entry-form.tsx';
import { Phone } from './parts/phone.tsx';
import { add, alike, at, moved, put, without, type Place } from './rules.ts';
import './parts/menu.css';

function stateOf({ buttons, published, publishedAt, publishedBy }: WxMenu): {
  tone: string;
  text: string;
  sub: string;
} {
  const sub = publishedAt ? `${formatInstant(publishedAt).slice(0, 16)} ${publishedBy ?? ''}` : '';
  if (published === null)
    return { tone: 'grey', text: publishedAt ? '已停用' : '还没有发布', sub: publishedAt ? sub : '' };
  return alike(published, buttons)
    ? { tone: 'green', text: '已发布', sub }
    : { tone: 'orange', text: '草稿有修改没有发布', sub: `上次发布 ${sub}` };
}

interface EditorProps {
  appId: string;
  name: string;
  menu: WxMenu;
}

function Editor({ appId, name, menu }: EditorProps) {
  const mayEdit = useHasPermit('wxmp:wxmenu:edit');
  const client = useQueryClient();
  const { message } = App.useApp();
  const [written, setWritten] = useState<readonly WxMenuButton[] | null>(null);
  const [place, setPlace] = useState<Place | null>(null);
  const [showsProblems, setShowsProblems] = useState(false);
  const [asking, setAsking] = useState<'publish' | 'remove' | null>(null);
  const buttons = written ?? menu.buttons;
  const dirty = written !== null && !alike(written, menu.buttons);
  useDirty(dirty);
  const problems = wxMenuProblems(buttons);
  const shown = showsProblems ? problems : [];
  const selectedEntry = place && at(buttons, place);
  const took = (next: WxMenu) => {
    client.setQueryData(menuOf(appId).queryKey, next);
    setWritten(null);
    setAsking(null);
  };
  const save = useMutation({
    mutationFn: () => menus.save({ appId, version: menu.version, buttons: [...buttons] }, { quiet: true }),
    onSuccess: (next) => {
      took(next);
      void message.success('草稿已保存');
    },
  });
  const publish = useMutation({
    mutationFn: async () => {
      const { version } = dirty
        ? await menus.save({ appId, version: menu.version, buttons: [...buttons] }, { quiet: true })
        : menu;
      return menus.publish({ appId, version }, { quiet: true });
    },
    onSuccess: (next) => {
      took(next);
      void message.success('已发布，粉丝重新进入公众号后看到新菜单');
    },
    onError: () => client.invalidateQueries({ queryKey: menuOf(appId).queryKey }),
  });
  const remove = useMutation({
    mutationFn: () => menus.remove({ appId }, { quiet: true }),
    onSuccess: (next) => {
      took(next);
      void message.success('已停用，草稿还在');
    },
  });
  const fetched = useMutation({
    mutationFn: () => menus.live({ appId }, { quiet: true }),
    onSuccess: (live) => {
      setWritten(live.buttons);
      setPlace(null);
      void message.info(live.buttons.length === 0 ? '微信上现在没有菜单' : '已取回微信上的菜单，保存后成为草稿');
    },
  });
  const failed = save.error ?? publish.error ?? remove.error ?? fetched.error;
  const state = stateOf(menu);
  function ask() {
    setShowsProblems(true);
    const [first] = problems;
    if (first) return setPlace({ button: first.button, entry: first.entry });
    return setAsking('publish');
  }
  return (
    <>
      <div className="menu-bar">
        <span className={`tag tone-${state.tone}`}>{state.text}</span>
        <span className="chat-meek">{state.sub}</span>
        {dirty && <span className="chat-meek">· 有修改没有保存</span>}
        {mayEdit && (
          <span className="menu-bar-end">
            <Button loading={fetched.isPending} onClick={() => fetched.mutate()}>
              取回微信上的菜单
            </Button>
            {menu.published !== null && <Button onClick={() => setAsking('remove')}>停用菜单</Button>}
            <Button disabled={!dirty} loading={save.isPending} onClick={() => save.mutate()}>
              保存草稿
            </Button>
            <Button type="primary" disabled={buttons.length === 0} onClick={ask}>
              发布
            </Button>
          </span>
        )}
      </div>
      {failed && (
        <p className="bad" role="alert">
          {failed.message}
        </p>
      )}
      {showsProblems && problems.length > 0 && (
        <p className="bad" role="alert">
          还有 {problems.length} 处没有填好，填好后再发布。
        </p>
      )}
      <div className="menu-edit">
        <Phone
          name={name}
          buttons={buttons}
          place={place}
          problems={shown}
          mayEdit={mayEdit}
          onChoose={setPlace}
          onAdd={(button) => {
            setWritten(add(buttons, button));
            setPlace(
              button === null
                ? { button: buttons.length, entry: null }
                : { button, entry: buttons[button]?.entries?.length ?? 0 },
            );
          }}
        />
        <section className="menu-side" aria-label="菜单设置">
          {place && selectedEntry ? (
            <EntryForm
              key={`${place.button} ${place.entry}`}
              appId={appId}
              entry={selectedEntry}
              opens={'entries' in selectedEntry && (selectedEntry.entries?.length ?? 0) > 0}
              isButton={place.entry === null}
              problem={shown.find((one) => one.button === place.button && one.entry === place.entry)}
              mayEdit={mayEdit}
              onChange={(change) => setWritten(put(buttons, place, change))}
              mayMove={{ back: moved(buttons, place, -1) !== null, on: moved(buttons, place, 1) !== null }}
              onMove={(by) => {
                const next = moved(buttons, place, by);
                if (!next) return;
                setWritten(next.buttons);
                setPlace(next.place);
              }}
              onRemove={() => {
                setWritten(without(buttons, place));
                setPlace(place.entry === null ? null : { button: place.button, entry: null });
              }}
            />
          ) : (
            <Empty icon="menu" title={buttons.length === 0 ? '先在手机下方添加菜单' : '点手机上的菜单进行设置'} />
          )}
        </section>
      </div>
      {asking && (
        <TabModal
          open
          title={asking === 'publish' ? '发布菜单？' : '停用菜单？'}
          okText={asking === 'publish' ? '发布' : '停用'}
          okButtonProps={{ danger: asking === 'remove' }}
          confirmLoading={publish.isPending || remove.isPending}
          onOk={() => (asking === 'publish' ? publish : remove).mutate()}
          onCancel={() => setAsking(null)}
        >
          <p>
            {asking === 'publish'
              ? `发布后，“${name}”的全部粉丝都会看到这个菜单。`
              : '停用后粉丝看不到菜单，草稿仍然保留，可以随时再发布。'}
          </p>
          {(publish.error ?? remove.error) && (
            <p className="bad" role="alert">
              {(publish.error ?? remove.error)?.message}
            </p>
          )}
        </TabModal>
      )}
    </>
  );
}

export function Screen() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const tab = useTabId();
  const { data: accounts, error: failed, refetch: again } = useQuery(accountChoices());
  const appId = new URLSearchParams(search).get('appId') ?? accounts?.[0]?.appId ?? '';
  const account = accounts?.find((one) => one.appId === appId);
  const { data, error, refetch } = useQuery(menuOf(appId));
  return (
    <>
      <PageHead
        title={page.heading}
        sub="一级菜单最多 3 个，每个最多 5 个子菜单"
        end={
          appId !== '' && (
            <Select
              aria-label="公众号"
              className="menu-account"
              value={appId || null}
              options={(accounts ?? []).map((one) => ({ value: one.appId, label: one.name }))}
              onChange={(next: string) =>
                void navigate({ pathname, search: `appId=${encodeURIComponent(next)}` }, { state: { tab } })
              }
            />
          )
        }
      />
      <div className="card menu-page">
        {failed && !accounts && <LoadFailed error={failed} onRetry={() => void again()} />}
        {accounts?.length === 0 && <NoAccount />}
        {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {!data && !error && appId !== '' && <Skeleton height={360} />}
        {data && <Editor key={appId} appId={appId} name={account?.name ?? '公众号'} menu={data} />}
      </div>
    </>
  );
}
