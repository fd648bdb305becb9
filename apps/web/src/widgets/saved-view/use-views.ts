import type { SavedView } from '@anlan/contract/modules/saved-view/view';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { saveItem, loadItem } from '#lib/storage.ts';
import { columnChoice } from '#ui/list/columns.ts';
import { useTabId } from '#ui/tab-context.tsx';
import { viewName } from '#ui/list/view-name.ts';
import { viewCalls, viewKey, viewsOfList } from '#lib/saved-view-calls.ts';
import { keepOpening } from './use-awaits-view.ts';
import { isUnchanged, queryOf, readView, type ViewedList } from './view-rules.ts';

export type ViewChange = Partial<Pick<SavedView, 'name' | 'query' | 'columns' | 'isShared'>>;
export type Views = ReturnType<typeof useViews>;

/**
 * Hook with the views of a list, the active view and actions on views. The URL holds filters, order and the id of the
 * active view.
 */
export function useViews(of: ViewedList) {
  const { list, settings, columns } = of;
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const tab = useTabId();
  const client = useQueryClient();
  const { message } = App.useApp();
  const { data } = useQuery(viewsOfList(list));
  const params = new URLSearchParams(search);
  const inForce = data?.views.find(({ id }) => id === params.get(viewName));
  const go = (query: string, id: string | null, quiet: boolean) => {
    const next = new URLSearchParams(query);
    // The page size is a setting of the user, so opening a view does not change it.
    const size = params.get('size');
    if (size !== null) next.set('size', size);
    if (id !== null) next.set(viewName, id);
    void navigate({ pathname, search: next.toString() }, { replace: quiet, state: { tab } });
  };
  const open = (view: SavedView, quiet = false) => {
    const { query, ignored } = readView(of, view.query);
    if (ignored.length > 0)
      void message.warning(`视图里的${ignored.map((label) => `「${label}」`).join('、')}已不存在，已忽略`);
    const name = `${settings}-${view.id}`;
    if (view.columns === null) go(query, view.id, quiet);
    else {
      saveItem('local', `columns-${name}`, view.columns);
      // The list does not read the stored columns of a view that is already active, so they are applied here.
      if (view.id === inForce?.id) columns.choose(columns.fit(view.columns));
      go(query, view.id, quiet);
    }
  };
  const enter = useEffectEvent(() => {
    if (data === undefined) return;
    const { views, defaultId } = data;
    const first = views.find(({ id }) => id === defaultId);
    const named = new URLSearchParams(search).get(viewName);
    // The default view opens only when the URL has no filter of the user.
    if (first && of.fresh && of.understood(params).toString() === '') open(first, true);
    // The view comes from a link or was saved on another machine, so its columns are not stored here yet.
    else if (inForce?.columns && loadItem('local', `columns-${settings}-${inForce.id}`, columnChoice) === undefined)
      columns.choose(columns.fit(inForce.columns));
    else if (named !== null && !views.some(({ id }) => id === named)) {
      void message.info('这个视图已删除或不再共享，筛选条件仍然保留');
      go(queryOf(of, params), null, true);
    }
  });
  const isThere = data !== undefined;
  useEffect(() => {
    if (isThere) enter();
  }, [isThere]);
  const opens = data && data.defaultId !== null;
  useEffect(() => {
    if (opens !== undefined) keepOpening(settings, opens);
  }, [opens, settings]);
  const again = () => client.invalidateQueries({ queryKey: [...viewKey, list] });
  const showError = (error: Error) => void message.error(error.message);
  const now = () => ({ query: queryOf(of, params), columns: columns.choice });
  const change = useMutation({
    mutationFn: ({ view, ...values }: ViewChange & { view: SavedView; done: string }) => {
      const { done: _, ...changed } = values;
      return viewCalls.update({ id: view.id, version: view.version, ...changed }, { quiet: true });
    },
    onSuccess: (_, { done }) => void message.success(done),
    onSettled: again,
  });
  const create = useMutation({
    mutationFn: (values: { name: string; isShared: boolean }) =>
      viewCalls.create({ list, ...values, ...now() }, { quiet: true }),
    onSuccess: async (view) => {
      void message.success(`已保存视图「${view.name}」`);
      await again();
      saveItem('local', `columns-${settings}-${view.id}`, view.columns);
      go(view.query, view.id, false);
    },
  });
  const remove = useMutation({
    mutationFn: ({ id }: SavedView) => viewCalls.remove({ id }, { quiet: true }),
    onSuccess: async (_, { id, name }) => {
      if (id === inForce?.id) go(queryOf(of, params), null, true);
      void message.success(`已删除视图「${name}」`);
      await again();
    },
  });
  const choose = useMutation({
    mutationFn: (view: SavedView | null) => viewCalls.choose({ list, id: view?.id ?? null }, { quiet: true }),
    onSuccess: (_, view) => void message.success(view ? `进入列表时将打开「${view.name}」` : '已取消默认视图'),
    onError: showError,
    onSettled: again,
  });
  return {
    views: data?.views ?? [],
    defaultId: data?.defaultId ?? null,
    inForce,
    /** Whether the list differs from the active view, so that the view can be saved again. */
    differs: inForce !== undefined && !isUnchanged(of, inForce, params),
    open,
    leave: () => {
      const own = [...params].filter(([name]) => of.pageParams.includes(name));
      go(new URLSearchParams(own).toString(), null, false);
    },
    create,
    change,
    keepNow: (view: SavedView) =>
      change.mutate({ view, ...now(), done: `已更新视图「${view.name}」` }, { onError: showError }),
    share: (view: SavedView) =>
      change.mutate(
        { view, isShared: !view.isShared, done: view.isShared ? '已取消共享' : '已共享，同事可以在“视图”里看到' },
        { onError: showError },
      ),
    remove,
    choose,
  };
}
