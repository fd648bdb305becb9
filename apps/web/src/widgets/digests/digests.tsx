import type { WarningDigest } from '@anlan/contract/modules/warning/views';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { Link } from 'react-router';
import { myDigests, readMyDigests } from '#lib/digest-calls.ts';
import { refreshRedDots } from '#lib/red-dots.ts';
import './digests.css';

const parts = [
  ['expired', '已过期'],
  ['urgent', '7 天内到期'],
  ['soon', '30 天内到期'],
  ['early', '即将到期'],
] as const;
const wordsOf = (digest: WarningDigest) =>
  parts.flatMap(([key, word]) => (digest[key] > 0 ? [`${word} ${digest[key]} 项`] : [])).join('、');

/** 每日到期提醒: the daily message of 8:30 about deadlines. Shows the latest message, and older unread ones. */
export function Digests() {
  const client = useQueryClient();
  const { data = [] } = useQuery(myDigests());
  const read = useMutation({
    mutationFn: readMyDigests,
    onSettled: () => {
      void refreshRedDots();
      return client.invalidateQueries({ queryKey: myDigests().queryKey });
    },
  });
  const shown = data.filter(({ readAt }, at) => at === 0 || readAt === null);
  const [last] = shown;
  if (!last) return null;
  const unread = shown.filter(({ readAt }) => readAt === null).length;
  return (
    <section className="digests card" aria-label="每日到期提醒">
      <header>
        <h2>每日到期提醒</h2>
        <span>每天 8:30 汇总，事项办结前每天提醒</span>
        {unread > 0 && (
          <Button size="small" loading={read.isPending} onClick={() => read.mutate()}>
            知道了
          </Button>
        )}
        <Link to="/bus/enterprisewarn/index" onClick={() => unread > 0 && read.mutate()}>
          去处理
        </Link>
      </header>
      <ul>
        {shown.slice(0, 5).map((digest) => (
          <li key={digest.day} className={digest.readAt === null ? 'digest-unread' : ''}>
            <time dateTime={digest.day}>{digest.day}</time>
            <span>
              {digest.readAt === null && <b className="digest-new">未读</b>}
              {wordsOf(digest)}
              {digest.enterprises > 1 && `（涉及 ${digest.enterprises} 家企业）`}，最早到期的是“{digest.first}”
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
