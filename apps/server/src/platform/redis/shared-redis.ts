import type { Config } from '#config';
import { deriveKey, type Secrets } from '../secrets/index.ts';
import { openShared, type Shared } from './index.ts';

/** Opens the shared Redis; null on a single node. Logs one line when the connection is lost and one when it returns. */
export async function openNodes(
  { redisUrl }: Config,
  secrets: Secrets,
  say: (line: string) => void,
): Promise<Shared | null> {
  if (redisUrl === null) return null;
  // Prefix of this installation: all its nodes have the same secrets, and other installations have other secrets.
  const prefix = `anlan:${Buffer.from(deriveKey(secrets, 'nodes')).toString('hex').slice(0, 16)}`;
  let lost = false;
  return openShared({
    url: redisUrl,
    prefix,
    onChange: (up, problem) => {
      if (up && lost) say('Redis 已恢复：各节点重新共用限速，登录状态的变化立即传到所有节点。');
      if (!up)
        say(
          `提醒：连不上 REDIS_URL 指定的 Redis${problem === '' ? '' : `（${problem}）`}：服务照常，限速按节点数平分，退出和权限变化最迟 2 秒后在其他节点生效；恢复后自动接上。`,
        );
      lost = !up;
    },
  });
}
