import { frameHostInput, type FrameHost } from '@anlan/contract/domain/external-frame';
import { formatInstant } from '@anlan/contract/domain/instant';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { checked } from '#lib/validate-input.ts';
import { ApiError } from '#lib/api-error.ts';
import { useHasPermit } from '#lib/current-user.ts';
import { Icon } from '#ui/icon.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { useDirty } from '#ui/tab-context.tsx';
import { addFrameHost, frameHosts, frameHostsKey, removeFrameHost } from '../calls.ts';
import '../parts/frames.css';

interface Values {
  host: string;
  name: string;
}

/** 外部网站: external websites that pages may show in an iframe. */
export function Screen() {
  const mayEdit = useHasPermit('sys:frame:edit');
  const state = useQuery(frameHosts());
  return (
    <>
      <PageHead
        title="外部网站"
        sub="只有列表中的网站，以及平台菜单里的外部链接，才能在本系统的页签中打开；网站在隔离的框架中显示"
      />
      {mayEdit && <AddForm />}
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
    </>
  );
}

function AddForm() {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const [typed, setTyped] = useState(false);
  useDirty(typed);
  const add = useMutation({
    mutationFn: async (values: Values) => addFrameHost(checked(frameHostInput, values)),
    onSuccess: async () => {
      void message.success('已允许');
      form.resetFields();
      setTyped(false);
      await client.invalidateQueries({ queryKey: frameHostsKey });
    },
    onError: (error) => {
      const fieldErrors = error instanceof ApiError ? error.errors : [];
      for (const { field, msg } of fieldErrors)
        if (field === 'host' || field === 'name') form.setFields([{ name: field, errors: [msg] }]);
      if (fieldErrors.length === 0) void message.error(error.message);
    },
  });
  return (
    <section className="card" aria-label="允许一个外部网站">
      <Form<Values>
        form={form}
        name="frame-host"
        className="frames-form"
        layout="vertical"
        requiredMark={false}
        onValuesChange={() => setTyped(true)}
        onFinish={(values) => add.mutate(values)}
      >
        <Form.Item name="host" label="域名" rules={[{ required: true, whitespace: true, message: '域名不能为空' }]}>
          <Input maxLength={500} autoComplete="off" placeholder="如 gis.example.gov.cn，可直接粘贴网址" />
        </Form.Item>
        <Form.Item name="name" label="名称" rules={[{ required: true, whitespace: true, message: '名称不能为空' }]}>
          <Input maxLength={30} autoComplete="off" placeholder="如 地理信息平台" />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={add.isPending} icon={<Icon name="plus" size={16} />}>
          允许
        </Button>
      </Form>
    </section>
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
