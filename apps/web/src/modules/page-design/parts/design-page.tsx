import { readDesign } from '@anlan/contract/modules/page-design/design';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { PageHead } from '#ui/page-head.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { useTabLabel } from '#ui/tab-context.tsx';
import { draftOf, pageOf } from '../calls.ts';
import { Designing } from './designer.tsx';
import { Start } from './template-picker.tsx';

export function DesignPage({ of }: { of: 'unit' | 'shop' }) {
  const pageId = new URLSearchParams(useLocation().search).get('pageId');
  return pageId === null ? <Start of={of} /> : <Opened key={pageId} id={pageId} />;
}

function Opened({ id }: { id: string }) {
  const page = useQuery(pageOf(id));
  const draft = useQuery(draftOf(id));
  useTabLabel(page.data?.name);
  const read = useMemo(() => (draft.data ? readDesign(draft.data.design) : null), [draft.data]);
  const failed = page.error ?? draft.error;
  const head = <PageHead title={page.data?.name ?? '页面装修'} />;
  if (failed)
    return (
      <>
        {head}
        <LoadFailed
          error={failed}
          onRetry={() => {
            void page.refetch();
            void draft.refetch();
          }}
        />
      </>
    );
  if (!page.data || !draft.data || !read)
    return (
      <>
        {head}
        <Skeleton height={480} />
      </>
    );
  if (read.design === null)
    return (
      <>
        {head}
        <Empty icon="alert" title="这个页面的设计打不开">
          <p>{read.problems[0]?.message}</p>
        </Empty>
      </>
    );
  return <Designing page={page.data} draft={draft.data} design={read.design} />;
}
