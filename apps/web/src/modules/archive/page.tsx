import { usePerson } from '#lib/person.ts';
import { useSearchParams } from 'react-router';
import { Archive } from './parts/archive.tsx';
import { Firms } from './parts/firms.tsx';

/** 一企一档 (RT-24): one's own archive; those who oversee choose an enterprise first. */
export function Screen() {
  const [said] = useSearchParams();
  const isStaff = usePerson((held) => held.info?.sysUser.type === 'enterprise');
  const chosen = said.get('enterpriseId') ?? undefined;
  if (!isStaff && chosen === undefined) return <Firms />;
  return <Archive key={chosen} enterpriseId={isStaff ? undefined : chosen} />;
}
