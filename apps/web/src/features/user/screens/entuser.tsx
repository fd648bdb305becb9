import { useWho } from '#lib/person.ts';
import { PeopleList } from '../parts/people-list.tsx';

/** 企业员工: the staff of one's own enterprise, or of every enterprise of the tenant. */
export function Screen() {
  const { sysUser } = useWho();
  const place = sysUser.type === 'enterprise' ? (sysUser.entName ?? '本企业') : '辖区企业';
  return (
    <PeopleList
      staff
      title="企业员工"
      sub={(total) => (total === undefined ? '　' : `${place}的员工账号 ${total} 个`)}
    />
  );
}
