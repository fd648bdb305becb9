import type { FrameHost } from '@anlan/contract/domain/external-frame';
import { formatInstant } from '@anlan/contract/domain/instant';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { Suspense, useState } from 'react';
import { useHasPermit } from '#lib/current-user.ts';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { boundFrameHost, frameHosts, frameHostsKey, removeFrameHost } from '../calls.ts';
import '../parts/frames.css';

const ResourceForm = lazyPart(async () => (await import('#kit/resource-form.tsx')).ResourceForm);

/** 外部网站: external websites that pages may show in an iframe. */
export function Screen() {
  const mayEdit = useHasPermit('sys:frame:edit');
  const { message } = App.useApp();
  const [adding, setAdding] = useState(false);
  const state = useQuery(frameHosts());
  const close = () => setAdding(false);
  return (
    <>
      <PageHead
        title="外部网站"
        sub="只有列表中的网站，以及平台菜单里的外部链接，才能在本系统的页签中打开；网站在隔离的框架中显示"
        end={
          mayEdit && (
            <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
              新增外部网站
            </Button>
          )
        }
      />
      <section className="card" aria-label="允许的外部网站">
        {state.error && <LoadFailed error={state.error} onRetry={() => void state.refetch()} />}
        {state.isPending && (
          <div className="card-body">
            <Skeleton height={160} />
          </div>
        )}
        {state.data?.length === 0 && (
          <Empty icon="outward" title="还没有允许的外部网站">
            {mayEdit && '填写域名后，指向它的链接即可在页签中打开。'}
          </Empty>
        )}
        {state.data && state.data.length > 0 && <Sites sites={state.data} mayEdit={mayEdit} />}
      </section>
      <Suspense fallback={null}>
        {adding && (
          <ResourceForm
            bound={boundFrameHost}
            target={{ row: null }}
            several
            saveLabel="允许"
            onSaved={() => {
              close();
              void message.success('已允许');
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}

function Sites({ sites, mayEdit }: { sites: readonly FrameHost[]; mayEdit: boolean }) {
  const client = useQueryClient();
  const { modal, message } = App.useApp();
  const remove = useMutation({
    mutationFn: removeFrameHost,
    onSuccess: () => void message.success('已取消'),
    onSettled: () => client.invalidateQueries({ queryKey: frameHostsKey }),
  });
  const ask = ({ id, host, name }: FrameHost) =>
    void modal.confirm({
      title: `取消“${name}”？`,
      content: `${host} 的页面不能再在页签中打开；菜单里的外部链接不受影响。`,
      okText: '取消允许',
      okButtonProps: { danger: true },
      cancelText: '保留',
      onOk: () => remove.mutateAsync(id),
    });
  return (
    <ul className="frames-list">
      {sites.map((site) => (
        <li key={site.id}>
          <span className="frames-who">
            <strong title={site.name}>{site.name}</strong>
            <span className="num" title={site.host}>
              {site.host}
            </span>
          </span>
          <small className="num">{formatInstant(site.createTime).slice(0, 10)}</small>
          {mayEdit && (
            <Button type="text" danger aria-label={`取消 ${site.name}`} onClick={() => ask(site)}>
              取消
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
