import { parseExternalAddress, type FramedPage } from '@anlan/contract/domain/external-frame';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import type { TenantModule } from '../../tenant/index.ts';
import { visible } from '../menus/rules.ts';
import { menuRows } from '../menus/store.ts';
import { documentOf, htmlOf, isAllowed, isGrantValid, sitesOf, type FrameGrant } from './rules.ts';

export interface FramesDeps {
  db: Db;
  clock: Clock;
  tenants: Pick<TenantModule, 'frameHostsOf'>;
  frameKey: string;
  isOwnHost(tx: Tx, host: string): Promise<boolean>;
}

const seconds = 60;

/**
 * Shows third-party pages in a frame. The server takes the address from the menu and the tenant list, never from the
 * request (S41).
 */
export function createFrames({ db, clock, tenants, frameKey, isOwnHost }: FramesDeps) {
  const refused = () => new AppError('denied', '这个地址不在菜单和本单位允许的外部网站中');

  return {
    frameAddress: (scope: Scope, { src }: { src: string }): Promise<FramedPage> =>
      db.read(scope, async (tx) => {
        const url = parseExternalAddress(src);
        if (url === null || (await isOwnHost(tx, url.host))) throw refused();
        const entries = (await menuRows(tx)).filter((row) => row.type === '0' && visible(row, scope));
        const hosts = await tenants.frameHostsOf(tx);
        const paths = entries.map(({ path }) => path);
        if (!isAllowed(url, paths, hosts)) throw refused();
        const ends = Math.floor(clock.now().getTime() / 1000) + seconds;
        const promised = { address: url.href, tenant: scope.tenantId, user: scope.userId ?? '', ends };
        return { address: url.href, document: documentOf(promised, frameKey) };
      }),
    async frameDocument(_scope: Scope, { sign, ...promised }: FrameGrant & { sign: string }) {
      const url = parseExternalAddress(promised.address);
      if (url === null || !isGrantValid(promised, sign, frameKey, clock.now())) throw new AppError('notFound');
      const own = systemScope('page in a frame', promised.tenant);
      const hosts = await db.read(own, tenants.frameHostsOf);
      return { type: 'text/html; charset=utf-8', body: Buffer.from(htmlOf(url)), allowedOrigins: sitesOf(url, hosts) };
    },
  };
}
