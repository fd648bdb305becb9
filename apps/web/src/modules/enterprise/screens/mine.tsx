import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { LoadedPage } from '#ui/loaded-page.tsx';
import { Empty } from '#ui/page-states.tsx';
import { enterpriseCurrent } from '../calls.ts';
import { Dossier } from '../parts/dossier.tsx';
import { isFormField } from '../rules.ts';

export function Screen() {
  const query = useQuery(enterpriseCurrent());
  const { search } = useLocation();
  // Read the field name once, so that returning to the tab does not open the field again.
  const [field] = useState(() => new URLSearchParams(search).get('field') ?? '');
  return (
    <LoadedPage title="本企业信息" query={query}>
      {(row) =>
        row ? (
          <Dossier key={row.id} row={row} begin={isFormField(field) ? field : undefined} />
        ) : (
          <Empty icon="building" title="您还没有关联企业，请联系企业管理员添加" />
        )
      }
    </LoadedPage>
  );
}
