import { readDesign } from '@anlan/contract/modules/page-design/design';
import { drawPage } from '@anlan/contract/modules/page-design/render/draw';
import type { PageTemplate } from '@anlan/contract/modules/page-design/views';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input, type InputRef } from 'antd';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ReferencePicker } from '#kit/modules.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { PageHead } from '#ui/page-head.tsx';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { useTabId } from '#ui/tab-context.tsx';
import { pagesApi, templates } from '../calls.ts';
import { drawingOf, noData } from './page-context.ts';
import { RenderedView } from './view-renderer.tsx';
import './designer.css';
import './fields.css';
import './page-sheet.ts';

const blank: PageTemplate = { key: 'blank', name: '空白页面', note: '从头开始添加组件', design: '', data: noData };
export function Start({ of }: { of: 'unit' | 'shop' }) {
  const { type: userType } = useCurrentUser().sysUser;
  const [name, setName] = useState('');
  const [shopId, setShopId] = useState<string | null>(null);
  const templatesQuery = useQuery(templates(shopId));
  const [selectedTemplate, setSelectedTemplate] = useState(of === 'shop' ? 'shopHome' : 'mallHome');
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const tab = useTabId();
  const [formId, nameId, shopField] = [useId(), useId(), useId()];
  const input = useRef<InputRef>(null);
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  const asksShop = of === 'shop' && userType !== 'shop';
  const all = [...(templatesQuery.data ?? []), blank];
  const make = useMutation({
    mutationFn: async () => {
      const { id } = await pagesApi.create(
        { name: name.trim(), ...(shopId === null ? {} : { shopId }) },
        { quiet: true },
      );
      const design = all.find(({ key }) => key === selectedTemplate)?.design;
      if (design) await pagesApi.saveDraft({ id, version: 1, design }, { quiet: true });
      return id;
    },
    onSuccess: (id) => {
      void client.invalidateQueries({ queryKey: ['pageDesign'] });
      void navigate({ pathname, search: `pageId=${id}` }, { state: { tab }, replace: true });
    },
  });
  const lacks = name.trim() === '' ? '请填写页面名称' : asksShop && shopId === null ? '请选择店铺' : null;
  return (
    <>
      <PageHead
        title={of === 'shop' ? '新的店铺页面' : '新的商城页面'}
        sub="选一个模板开始，之后每一处都可以改"
        end={
          <Button type="primary" htmlType="submit" form={formId} disabled={lacks !== null} loading={make.isPending}>
            开始设计
          </Button>
        }
      />
      <form
        id={formId}
        className="card pd-start"
        onSubmit={(event) => {
          event.preventDefault();
          if (lacks === null) make.mutate();
        }}
      >
        {asksShop && (
          <label htmlFor={shopField}>
            <span>店铺</span>
            <ReferencePicker id={shopField} target="shop" aria-label="店铺" value={shopId} onChange={setShopId} />
          </label>
        )}
        <label htmlFor={nameId}>
          <span>页面名称</span>
          <Input
            value={name}
            maxLength={40}
            ref={input}
            id={nameId}
            placeholder="如 店铺首页"
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        {make.error && (
          <p className="bad" role="alert">
            {make.error.message}
          </p>
        )}
        <fieldset>
          <legend>模板</legend>
          {templatesQuery.error && (
            <LoadFailed error={templatesQuery.error} onRetry={() => void templatesQuery.refetch()} />
          )}
          {templatesQuery.isPending && <Skeleton height={200} />}
          <div className="pd-templates">
            {all.map((template) => (
              <label key={template.key} className={template.key === selectedTemplate ? 'on' : ''}>
                <span className="pd-thumb" aria-hidden inert>
                  <Thumb template={template} />
                </span>
                <span>
                  <input
                    type="radio"
                    name="template"
                    checked={template.key === selectedTemplate}
                    onChange={() => setSelectedTemplate(template.key)}
                  />{' '}
                  <b>{template.name}</b>
                </span>
                <small>{template.note}</small>
              </label>
            ))}
          </div>
        </fieldset>
      </form>
    </>
  );
}

function Thumb({ template: { design, data } }: { template: PageTemplate }) {
  const view = useMemo(() => {
    const read = design === '' ? null : readDesign(design).design;
    return (
      read &&
      drawPage(
        read,
        drawingOf(data, () => ''),
      )
    );
  }, [design, data]);
  return view && <RenderedView view={view} />;
}
