import { Link } from 'react-router';
import { useHasPermit } from '#lib/current-user.ts';
import { Empty } from '#ui/page-states.tsx';

export function NoAccount() {
  const mayAdd = useHasPermit('wxmp:wxapp:add');
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
