import { usePerson } from '#lib/current-user.ts';
import { useSearchParams } from 'react-router';
import { Archive } from './parts/archive.tsx';
import { Firms } from './parts/enterprise-list.tsx';

/** 一企一档 (RT-24): shows the archive of the user's own enterprise. Supervisors first select an enterprise. */
export function Screen() {
  const [params] = useSearchParams();
  const isStaff = usePerson((held) => held.info?.sysUser.type === 'enterprise');
  const selectedEnterpriseId = params.get('enterpriseId') ?? undefined;
  if (!isStaff && selectedEnterpriseId === undefined) return <Firms />;
  return <Archive key={selectedEnterpriseId} enterpriseId={isStaff ? undefined : selectedEnterpriseId} />;
}
