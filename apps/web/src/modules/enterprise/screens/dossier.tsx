import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { PageHead } from '#ui/page-head.tsx';
import { Empty, LoadFailed, PageSkeleton } from '#ui/page-states.tsx';
import { useTabLabel } from '#ui/tab-context.tsx';
import { enterpriseOne } from '../calls.ts';
import { Dossier } from '../parts/dossier.tsx';
import { listPath } from '../rules.ts';

export function Screen() {
  const [params] = useSearchParams();
  const id = params.get('id');
  const { data, error, refetch } = useQuery({ ...enterpriseOne(id ?? ''), enabled: id !== null });
  useTabLabel(data?.name);
  if (data) return <Dossier key={data.id} row={data} />;
  if (error)
    return (
      <>
        <PageHead title="企业档案" />
        <LoadFailed error={error} onRetry={() => void refetch()} />
      </>
    );
  if (id !== null) return <PageSkeleton />;
  return (
    <Empty icon="building" title="没有指明是哪家企业">
      <Link className="link" to={listPath}>
        去企业列表选择
      </Link>
    </Empty>
  );
}
