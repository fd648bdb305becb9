import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { PageHead } from '#ui/page-head.tsx';
import { Empty, LoadFailed, PageSkeleton } from '#ui/page-states.tsx';
import { enterpriseCurrent } from '../calls.ts';
import { Dossier } from '../parts/dossier.tsx';
import { isFormField } from '../rules.ts';

export function Screen() {
  const { data, error, refetch } = useQuery(enterpriseCurrent());
  const { search } = useLocation();
  // Read the field name once, so that returning to the tab does not open the field again.
  const [field] = useState(() => new URLSearchParams(search).get('field') ?? '');
  if (data) return <Dossier key={data.id} row={data} begin={isFormField(field) ? field : undefined} />;
  if (error)
    return (
      <>
        <PageHead title="本企业信息" />
        <LoadFailed error={error} onRetry={() => void refetch()} />
      </>
    );
  if (data === undefined) return <PageSkeleton />;
  return <Empty icon="building" title="您还没有关联企业，请联系企业管理员添加" />;
}
