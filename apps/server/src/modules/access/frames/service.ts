import { foreignAddress, type Framed } from '@anlan/contract/domain/frame';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import type { TenantModule } from '../../tenant/index.ts';
import { visible } from '../menus/rules.ts';
import { menuRows } from '../menus/store.ts';
import { documentOf, htmlOf, isAllowed, isPromised, sitesOf, type Promised } from './rules.ts';

/** What frames depend on. */
export interface FramesDeps {
  db: Db;
  clock: Clock;
  tenants: Pick<TenantModule, 'frameHostsOf'>;
  /** Signs what a document was made for. */
  frameKey: string;
  /** Whether a host is one of this server's own. */
  isOwnHost(tx: Tx, host: string): Promise<boolean>;
}

const seconds = 60;

/** Pages of others inside ours: an address is looked up in the person's menu and the tenant's list, never obeyed (S41). */
export function createFrames({ db, clock, tenants, frameKey, isOwnHost }: FramesDeps) {
  const refused = () => new AppError('denied', '这个地址不在菜单和本单位允许的外部网站中');

  return {
    frameAddress: (scope: Scope, { src }: { src: string }): Promise<Framed> =>
      db.scoped(
        scope,
        async (tx) => {
          const url = foreignAddress(src);
          if (url === null || (await isOwnHost(tx, url.host))) throw refused();
          const entries = (await menuRows(tx)).filter((row) => row.type === '0' && visible(row, scope));
          const hosts = await tenants.frameHostsOf(tx);
          const paths = entries.map(({ path }) => path);
          if (!isAllowed(url, paths, hosts)) throw refused();
          const ends = Math.floor(clock.now().getTime() / 1000) + seconds;
          const promised = { address: url.href, tenant: scope.tenantId, user: scope.userId ?? '', ends };
          return { address: url.href, document: documentOf(promised, frameKey) };
        },
        { readOnly: true },
      ),
    /** The document around a page, for as long as it was promised. */
    async frameDocument(_scope: Scope, { sign, ...promised }: Promised & { sign: string }) {
      const url = foreignAddress(promised.address);
      if (url === null || !isPromised(promised, sign, frameKey, clock.now())) throw new AppError('notFound');
      const own = systemScope('page in a frame', promised.tenant);
      const hosts = await db.scoped(own, tenants.frameHostsOf, { readOnly: true });
      return { type: 'text/html; charset=utf-8', body: Buffer.from(htmlOf(url)), frames: sitesOf(url, hosts) };
    },
  };
}
