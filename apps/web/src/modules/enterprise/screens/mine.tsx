import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { PageHead } from '#ui/page-head.tsx';
import { Empty, LoadFailed, PageBones } from '#ui/states.tsx';
import { enterpriseCurrent } from '../calls.ts';
import { Dossier } from '../parts/dossier.tsx';
import { isFormField } from '../rules.ts';

/** 本企业信息: the enterprise that the person works in. */
export function Screen() {
  const { data, error, refetch } = useQuery(enterpriseCurrent());
  const { search } = useLocation();
  // What a to-do leads to is opened once, not each time that one comes back to the tab.
  const [field] = useState(() => new URLSearchParams(search).get('field') ?? '');
  if (data) return <Dossier key={data.id} row={data} begin={isFormField(field) ? field : undefined} />;
  if (error)
    return (
      <>
        <PageHead title="本企业信息" />
        <LoadFailed error={error} onRetry={() => void refetch()} />
      </>
    );
  if (data === undefined) return <PageBones />;
  return <Empty icon="building" title="您还没有关联企业，请联系企业管理员添加" />;
}
