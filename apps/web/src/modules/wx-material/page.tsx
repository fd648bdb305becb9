import { useQuery } from '@tanstack/react-query';
import { App, Button, Pagination, Select } from 'antd';
import { Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { AskDialog } from '#kit/ask-dialog.tsx';
import { callQuery } from '#lib/call-query.ts';
import { useHasPermit } from '#lib/current-user.ts';
import { accountChoices } from '#lib/wx-account-calls.ts';
import { wxMaterials, type WxMaterial } from '#lib/wx-material-calls.ts';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { useTabId } from '#ui/tab-context.tsx';
import { materialNames, pagerSizes, type MaterialType } from '#widgets/wx-material/limits.ts';
import { NoAccount } from '#widgets/wx-material/no-account.tsx';
import { materialPage } from '#widgets/wx-material/material-page.ts';
import { MaterialUpload } from '#widgets/wx-material/upload.tsx';
import { VideoUpload } from '#widgets/wx-material/video-upload.tsx';
import { page } from './index.ts';
import { MaterialCard } from './parts/material-card.tsx';
import { Publications } from './parts/publications.tsx';
import { UsesDialog } from './parts/uses-dialog.tsx';
import './parts/materials.css';

const NewsDrawer = lazyPart(async () => (await import('./parts/news-drawer.tsx')).NewsDrawer);

const types: readonly MaterialType[] = ['image', 'voice', 'video', 'news'];

export function Screen() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const tab = useTabId();
  const params = new URLSearchParams(search);
  const published = params.get('type') === 'published';
  const type = types.find((each) => each === params.get('type')) ?? (published ? 'news' : 'image');
  const { data: accounts, error: failed, refetch: again } = useQuery(accountChoices());
  const appId = params.get('appId') ?? accounts?.[0]?.appId ?? '';
  const current = Math.max(1, Number(params.get('current') ?? 1) || 1);
  const size = pagerSizes.find((each) => String(each) === params.get('size')) ?? pagerSizes[0];
  const put = (change: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams({ appId, type, size: String(size), ...change });
    void navigate({ pathname, search: next.toString() }, { state: { tab } });
  };
  const { data, error, refetch } = useQuery({
    ...materialPage(appId, type, current, size),
    enabled: appId !== '' && !published,
  });
  const { data: quota } = useQuery(
    callQuery(
      ['wx-material', 'quota', appId],
      wxMaterials.quota,
      { appId },
      { enabled: appId !== '', staleTime: 60_000 },
    ),
  );
  const room = quota?.find((each) => each.type === type);
  const mayAdd = useHasPermit('wxmp:wxmaterial:add');
  const mayEdit = useHasPermit('wxmp:wxmaterial:edit');
  const mayRemove = useHasPermit('wxmp:wxmaterial:del');
  const { message } = App.useApp();
  const [writing, setWriting] = useState<{ material: WxMaterial | null } | null>(null);
  const [publishing, setPublishing] = useState<WxMaterial | null>(null);
  const [using, setUsing] = useState<WxMaterial | null>(null);
  const [removing, setRemoving] = useState<WxMaterial | null>(null);
  const name = materialNames[type];
  const titleOf = (one: WxMaterial) => one.content?.articles[0]?.title ?? one.name ?? '未命名';
  return (
    <>
      <PageHead
        title={page.heading}
        sub={
          room
            ? `${name} ${room.used} 个，微信最多保存 ${room.most} 个`
            : data
              ? `${name}共 ${data.totalCount} 个`
              : '　'
        }
        end={
          <>
            {appId !== '' && (
              <Select
                aria-label="公众号"
                className="material-account"
                value={appId || null}
                options={(accounts ?? []).map((account) => ({ value: account.appId, label: account.name }))}
                onChange={(next: string) => put({ appId: next, current: '1' })}
              />
            )}
            {mayAdd && appId !== '' && type === 'news' && (
              <Button
                type="primary"
                icon={<Icon name="plus" size={16} />}
                onClick={() => setWriting({ material: null })}
              >
                写图文
              </Button>
            )}
          </>
        }
      />
      <div className="card material-page">
        <div className="material-tabs" role="tablist" aria-label="素材类型">
          {types.map((each) => (
            <button
              key={each}
              type="button"
              role="tab"
              aria-selected={each === type && !published}
              onClick={() => put({ type: each, current: '1' })}
            >
              {materialNames[each]}
            </button>
          ))}
          <button
            type="button"
            role="tab"
            aria-selected={published}
            onClick={() => put({ type: 'published', current: '1' })}
          >
            发布记录
          </button>
        </div>
        {published && appId !== '' && <Publications key={appId} appId={appId} mayEdit={mayEdit} />}
        {mayAdd && appId !== '' && type !== 'news' && (
          <div className="material-bar">
            {type === 'video' ? (
              <VideoUpload appId={appId} onDone={() => void message.success('上传成功')} />
            ) : (
              <MaterialUpload
                appId={appId}
                kind={type}
                label={`上传${name}`}
                onDone={() => void message.success('上传成功')}
              />
            )}
          </div>
        )}
        {failed && !accounts && <LoadFailed error={failed} onRetry={() => void again()} />}
        {accounts?.length === 0 && <NoAccount />}
        {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {!data && !error && !published && appId !== '' && <Skeleton height={240} />}
        {data?.items.length === 0 && <Empty icon="image" title={`还没有${name}素材`} />}
        <ul className={`material-grid ${type}`} aria-label={`${name}素材`}>
          {data?.items.map((material) => (
            <MaterialCard
              key={material.mediaId}
              appId={appId}
              material={material}
              onEdit={mayEdit && type === 'news' ? () => setWriting({ material }) : undefined}
              onPublish={mayEdit && type === 'news' ? () => setPublishing(material) : undefined}
              onUses={() => setUsing(material)}
              onRemove={mayRemove ? () => setRemoving(material) : undefined}
            />
          ))}
        </ul>
        {data && data.totalCount > 0 && (
          <Pagination
            align="end"
            current={current}
            pageSize={size}
            total={data.totalCount}
            showSizeChanger
            pageSizeOptions={[...pagerSizes]}
            showTotal={(total) => `共 ${total} 个`}
            onChange={(next, nextSize) =>
              put({ current: String(nextSize === size ? next : 1), size: String(nextSize) })
            }
          />
        )}
      </div>
      <Suspense fallback={null}>
        {writing && <NewsDrawer appId={appId} material={writing.material} onClose={() => setWriting(null)} />}
      </Suspense>
      {using && (
        <UsesDialog appId={appId} mediaId={using.mediaId} name={titleOf(using)} onClose={() => setUsing(null)} />
      )}
      {publishing && (
        <AskDialog
          title={`发布“${titleOf(publishing)}”？`}
          verb="发布"
          act={() => wxMaterials.publish({ appId, mediaId: publishing.mediaId }, { quiet: true })}
          renews={[['wx-material']]}
          done="已提交发布，结果稍后显示在发布记录里"
          onDone={() => put({ type: 'published', current: '1' })}
          onClose={() => setPublishing(null)}
        >
          <p>发布后成为公开文章，草稿不再保留；文章不能修改，只能撤回。</p>
        </AskDialog>
      )}
      {removing && (
        <AskDialog
          title={`删除${name}“${titleOf(removing)}”？`}
          verb="删除"
          danger
          act={() => wxMaterials.remove({ appId, mediaId: removing.mediaId }, { quiet: true })}
          renews={[['wx-material']]}
          done="已删除"
          onClose={() => setRemoving(null)}
        >
          <p>
            {removing.usedCount > 0
              ? `已有 ${removing.usedCount} 处消息或自动回复用到它，删除后自动回复将发不出去。`
              : '删除后不能恢复。'}
          </p>
        </AskDialog>
      )}
    </>
  );
}
