import { dangerStates } from '@anlan/contract/modules/danger/states';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { textOf } from '#kit/resource.ts';
import { useHasPermit } from '#lib/current-user.ts';
import { DictTag } from '#widgets/dict-tag.tsx';
import { boundDanger } from '../calls.ts';

/** What came of a failed item: number and state of the danger, and who must act. */
export function ReportedDanger({ id }: { id: string }) {
  const may = useHasPermit('bus:enterpriseexpinfo:index');
  const { data } = useQuery({ ...boundDanger.one(id), enabled: may });
  if (!may) return <>已上报隐患</>;
  const turn = textOf(data?.['turnName']);
  return (
    <>
      <Link to={`/bus/enterpriseexpinfo1/index?tab=all&id=${id}`}>
        {data ? `隐患 ${textOf(data['no'])}` : '查看隐患'}
      </Link>{' '}
      {data && <DictTag type="rectificationStatus" codes={dangerStates} value={textOf(data['status'])} />}
      {turn !== '' && <small> 轮到{turn}</small>}
    </>
  );
}
