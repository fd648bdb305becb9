import { useQuery } from '@tanstack/react-query';
import { PageHead } from '#ui/page-head.tsx';
import { LoadFailed, PageSkeleton } from '#ui/page-states.tsx';
import { ownData } from '../calls.ts';
import { Basics } from '../parts/basics.tsx';
import { Parties } from '../parts/linked-accounts.tsx';
import { Password } from '../parts/password.tsx';
import { Phone } from '../parts/phone.tsx';
import { SecondFactor } from '../parts/second-factor.tsx';
import { sections } from '../parts/section.tsx';
import { Sessions } from '../parts/sessions.tsx';
import { SignIns } from '../parts/sign-ins.tsx';

const goTo = (name: string) => {
  const section = document.getElementById(`info-${name}`);
  section?.scrollIntoView({ block: 'start' });
  section?.focus({ preventScroll: true });
};

export function Screen() {
  const { data, error, refetch } = useQuery(ownData);
  if (error && !data)
    return (
      <>
        <PageHead title="个人信息" />
        <LoadFailed error={error} onRetry={() => void refetch()} />
      </>
    );
  if (!data) return <PageSkeleton />;
  return (
    <>
      <PageHead title="个人信息" sub="每一部分单独保存" />
      <div className="info">
        <nav className="info-nav" aria-label="个人信息目录">
          {Object.entries(sections).map(([name, label]) => (
            <button key={name} type="button" onClick={() => goTo(name)}>
              {label}
            </button>
          ))}
        </nav>
        <div className="info-main">
          <Basics key={`${data.nickName} ${data.email}`} data={data} />
          <Password data={data} />
          <Phone data={data} />
          <SecondFactor />
          <Sessions />
          <Parties />
          <SignIns />
        </div>
      </div>
    </>
  );
}
