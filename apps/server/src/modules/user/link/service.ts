import type { SignInAnswer } from '@anlan/contract/modules/session/session';
import type { LinkPassword, OpenedLink } from '@anlan/contract/modules/user/password-link';
import type { Clock } from '#kernel/clock.ts';
import { AppError, invalid } from '#kernel/errors.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { hashPassword } from '#platform/password/index.ts';
import { passwordProblem } from '#platform/password/policy.ts';
import type { AuditModule } from '../../audit/index.ts';
import type { TenantModule } from '../../tenant/index.ts';
import type { People } from '../people.ts';
import { dropLinks, findLink } from './store.ts';

export interface LinkOwner {
  tenantId: string;
  userId: string;
}

export interface LinkDeps {
  db: Db;
  clock: Clock;
  users: Pick<People, 'byId' | 'change'>;
  tenants: Pick<TenantModule, 'isOpen' | 'isMlps3'>;
  audit: Pick<AuditModule, 'record'>;
  /** Names of the tenant and the person's enterprises; passwords must not contain them. */
  organisationNames: (scope: Scope, userId: string) => Promise<string[]>;
  /** Ends all sessions of the person; needs a transaction with the HTTP scope. */
  endUser: (tx: Tx, owner: LinkOwner) => Promise<unknown>;
  enter: (httpScope: Scope, owner: LinkOwner) => Promise<SignInAnswer>;
  onSet: (owner: LinkOwner) => void;
}

// Unknown, used and expired links get this same answer, and so does a person who already has a password (S97).
const gone = () =>
  new AppError('notFound', '链接已失效：已经用过，或已过期。请用短信验证码登录，或联系本单位管理员重置密码。');

/** One-time links to set a first password. All functions run in the HTTP scope. */
export function createPasswordLinks(deps: LinkDeps) {
  const { db, clock, users, tenants, audit, organisationNames, endUser, enter, onSet } = deps;

  async function standing(httpScope: Scope, token: string) {
    const link = await db.scoped(httpScope, (tx) => findLink(tx, token, clock.now()));
    if (!link || !(await tenants.isOpen(link.tenant_id))) throw gone();
    const scope = systemScope('password link', link.tenant_id, httpScope);
    const { user, protects } = await db.scoped(scope, async (tx) => ({
      user: await users.byId(tx, link.user_id),
      protects: await tenants.isMlps3(tx),
    }));
    // A person who already has a password must change it by entering the old password.
    if (!user || user.password_hash !== null || user.lock_flag !== '0' || user.approval !== 'approved') throw gone();
    return { owner: { tenantId: link.tenant_id, userId: user.id }, scope, user, protects };
  }

  return {
    async linkOpen(httpScope: Scope, { token }: { token: string }): Promise<OpenedLink> {
      const { owner, user, protects } = await standing(httpScope, token);
      const { username, type } = user;
      return { tenantId: owner.tenantId, username, type, passwordProtected: protects };
    },
    async linkSet(httpScope: Scope, { token, password }: LinkPassword): Promise<SignInAnswer> {
      const { owner, scope, user, protects } = await standing(httpScope, token);
      const names = [user.username, user.nick_name, user.phone, ...(await organisationNames(scope, user.id))];
      const problem = passwordProblem(password, names, protects);
      if (problem !== null) throw invalid({ field: 'password', msg: problem });
      const password_hash = await hashPassword(password, owner.tenantId);
      await db.scoped({ ...scope, http: true }, async (tx) => {
        // `version` makes only one of several concurrent changes succeed.
        const saved = await users.change(tx, user.id, { password_hash }, user.version);
        if (saved === undefined) throw gone();
        await dropLinks(tx, user.id);
        await endUser(tx, owner);
        await audit.record(tx, {
          call: 'user.linkSet',
          objectType: 'user',
          objectId: user.id,
          userId: user.id,
          userName: user.nick_name,
        });
      });
      onSet(owner);
      return enter(httpScope, owner);
    },
  };
}
