import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { LoadedPage } from '#ui/loaded-page.tsx';
import { Empty } from '#ui/page-states.tsx';
import { useTabLabel } from '#ui/tab-context.tsx';
import { enterpriseOne } from '../calls.ts';
import { Dossier } from '../parts/dossier.tsx';
import { listPath } from '../rules.ts';

export function Screen() {
  const [params] = useSearchParams();
  const id = params.get('id');
  const query = useQuery({ ...enterpriseOne(id ?? ''), enabled: id !== null });
  useTabLabel(query.data?.name);
  if (id === null)
    return (
      <Empty icon="building" title="没有指明是哪家企业">
        <Link className="link" to={listPath}>
          去企业列表选择
        </Link>
      </Empty>
    );
  return (
    <LoadedPage title="企业档案" query={query}>
      {(row) => <Dossier key={row.id} row={row} />}
    </LoadedPage>
  );
}
