import { useHolds } from '#lib/person.ts';
import { Greeting } from './greeting.tsx';
import { LatestNotices } from './latest-notices.tsx';
import { OwnTodos } from './own-todos.tsx';

/** The day of whoever sees no enterprises, a shop's people for example. */
export function OtherHome() {
  const isTold = useHolds('bus:notice:index');
  return (
    <>
      <Greeting />
      <div className="halves even">
        <OwnTodos />
        {isTold && <LatestNotices />}
      </div>
    </>
  );
}
