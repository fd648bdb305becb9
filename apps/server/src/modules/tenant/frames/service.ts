import type { Change } from '@anlan/contract/domain/field-change';
import type { FrameHost, FrameHostInput } from '@anlan/contract/domain/external-frame';
import type { Clock } from '#kernel/clock.ts';
import { AppError, invalid } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { frameHosts, insertHost, lockHosts, removeHost } from './store.ts';

interface Entry {
  call: string;
  objectType: string;
  objectId: string;
  note: string;
  changes: Change[];
}

export interface FrameHostsDeps {
  db: Db;
  clock: Clock;
  audit: { record(tx: Tx, entry: Entry): Promise<unknown> };
  isOwn(tx: Tx, host: string): Promise<boolean>;
}

const hostsMax = 50;

/** External sites that pages may show in frames (S41). */
export function createFrameHosts({ db, clock, audit, isOwn }: FrameHostsDeps) {
  return {
    frameHosts: (scope: Scope): Promise<FrameHost[]> =>
      db.read(scope, async (tx) =>
        (await frameHosts(tx)).map(({ id, host, name, created_at }) => ({ id, host, name, createTime: created_at })),
      ),
    frameHostAdd: (scope: Scope, { host, name }: FrameHostInput): Promise<{ id: string }> =>
      db.scoped(scope, async (tx) => {
        if (await isOwn(tx, host)) throw invalid({ field: 'host', msg: '不能填写本平台自己的域名' });
        await lockHosts(tx);
        const hosts = await frameHosts(tx);
        if (hosts.some((one) => one.host === host)) throw invalid({ field: 'host', msg: `域名 ${host} 已在列表中` });
        if (hosts.length >= hostsMax) throw invalid({ field: 'host', msg: `最多 ${hostsMax} 个外部网站` });
        const id = newId();
        await insertHost(tx, { tenant_id: scope.tenantId, id, host, name, created_at: clock.now() });
        const changes = [{ field: 'host', before: null, after: host }];
        await audit.record(tx, {
          call: 'tenant.frameHostAdd',
          objectType: 'frameHost',
          objectId: id,
          note: name,
          changes,
        });
        return { id };
      }),
    frameHostRemove: (scope: Scope, { id }: { id: string }): Promise<null> =>
      db.scoped(scope, async (tx) => {
        const gone = await removeHost(tx, id);
        if (!gone) throw new AppError('notFound');
        const changes = [{ field: 'host', before: gone.host, after: null }];
        const entry = {
          call: 'tenant.frameHostRemove',
          objectType: 'frameHost',
          objectId: id,
          note: gone.name,
          changes,
        };
        await audit.record(tx, entry);
        return null;
      }),
  };
}
