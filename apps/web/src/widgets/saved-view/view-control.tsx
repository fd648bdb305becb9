import type { SavedView } from '@anlan/contract/modules/saved-view/view';
import { Button, type MenuProps } from 'antd';
import { startTransition, Suspense, useState } from 'react';
import { impersonating } from '#lib/impersonation.ts';
import { DropMenu } from '#ui/drop-menu.tsx';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useViews, type Views } from './use-views.ts';
import type { ViewedList } from './view-rules.ts';
import type { ViewStep } from './view-dialog.tsx';
import './saved-view.css';

const ViewDialog = lazyPart(async () => (await import('./view-dialog.tsx')).ViewDialog);

export function ViewControl(list: ViewedList) {
  const views = useViews(list);
  const [step, setNow] = useState<ViewStep | null>(null);
  const setStep = (next: ViewStep | null) => startTransition(() => setNow(next));
  const [impersonation] = useState(impersonating);
  const { inForce, differs } = views;
  const acts: Readonly<Record<string, () => void>> = {
    save: () => setStep({ kind: 'save' }),
    leave: views.leave,
    ...(inForce
      ? {
          keep: () => views.keepNow(inForce),
          back: () => views.open(inForce),
          rename: () => setStep({ kind: 'rename', view: inForce }),
          share: () => views.share(inForce),
          default: () => views.choose.mutate(inForce.id === views.defaultId ? null : inForce),
          remove: () => setStep({ kind: 'remove', view: inForce }),
        }
      : {}),
  };
  const choose = (key: string) => {
    const view = views.views.find(({ id }) => id === key);
    if (view) views.open(view);
    else acts[key]?.();
  };
  return (
    <>
      <DropMenu within="body" placement="bottomRight" items={itemsOf(views, impersonation === null)} onChoose={choose}>
        <Button
          className="view-button"
          aria-label={inForce ? `视图：${inForce.name}${differs ? '，已修改' : ''}` : '视图'}
          title={inForce?.name}
          icon={<Icon name="star" size={16} />}
        >
          <span>{inForce?.name ?? '视图'}</span>
          {differs && <i aria-hidden>*</i>}
        </Button>
      </DropMenu>
      <Suspense fallback={null}>
        {step && <ViewDialog step={step} views={views} onClose={() => setStep(null)} />}
      </Suspense>
    </>
  );
}

function itemsOf({ views, inForce, differs, defaultId }: Views, mayWrite: boolean): NonNullable<MenuProps['items']> {
  const entry = (view: SavedView) => ({
    key: view.id,
    label: (
      <span className="view-entry" aria-current={view.id === inForce?.id ? 'true' : undefined}>
        <b>{view.name}</b>
        {view.id === defaultId && <small>默认</small>}
        {view.isOwn ? view.isShared && <small>已共享</small> : <small>{view.ownerName ?? '已离开的同事'}</small>}
      </span>
    ),
  });
  const group = (key: string, label: string, of: readonly SavedView[]) =>
    of.length > 0 ? [{ key, type: 'group' as const, label, children: of.map(entry) }] : [];
  const able = (ability: SavedView['abilities'][number]) => mayWrite && inForce?.abilities.includes(ability) === true;
  const acts = [
    ...(differs && able('update') ? [{ key: 'keep', label: '更新当前视图' }] : []),
    ...(differs ? [{ key: 'back', label: '恢复为保存的样子' }] : []),
    ...(mayWrite ? [{ key: 'save', label: inForce ? '另存为视图…' : '保存为视图…' }] : []),
    ...(able('update')
      ? [
          { key: 'rename', label: '重命名…' },
          { key: 'share', label: inForce?.isShared ? '取消共享' : '共享给同事' },
        ]
      : []),
    ...(inForce && mayWrite ? [{ key: 'default', label: inForce.id === defaultId ? '取消默认' : '设为默认' }] : []),
    ...(able('remove') ? [{ key: 'remove', label: '删除…', danger: true }] : []),
    ...(inForce ? [{ key: 'leave', label: '不用视图' }] : []),
  ];
  const lists = [
    ...group(
      'own',
      '我的视图',
      views.filter(({ isOwn }) => isOwn),
    ),
    ...group(
      'shared',
      '同事共享',
      views.filter(({ isOwn }) => !isOwn),
    ),
  ];
  return [...lists, ...(lists.length > 0 ? [{ type: 'divider' as const }] : []), ...acts];
}
