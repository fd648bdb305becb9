import { Link } from 'react-router';
import { useHolds } from '#lib/person.ts';
import { Empty } from '#ui/states.tsx';

/** What stands where there is no public account yet: where one is registered, or who does it. */
export function NoAccount() {
  const mayAdd = useHolds('wxmp:wxapp:add');
  return (
    <Empty icon="chat" title="还没有公众号">
      {mayAdd ? (
        <Link className="link" to="/wxmp/wxapp/index">
          登记公众号
        </Link>
      ) : (
        '请管理员先在公众号列表登记。'
      )}
    </Empty>
  );
}
