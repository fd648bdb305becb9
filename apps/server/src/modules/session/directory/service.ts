import type { DirectoryDoor, DirectorySignIn } from '@anlan/contract/modules/session/directory';
import { userTypeOf, type SignInAnswer, type UserType } from '@anlan/contract/modules/session/session';
import { AppError } from '#kernel/errors.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import type { Directory, DirectoryPerson } from '#platform/ldap/index.ts';
import type { TenantModule } from '../../tenant/index.ts';
import type { UserModule } from '../../user/index.ts';
import type { SignInFlow, Try } from '../sign-in-flow.ts';
import { forgetTry } from '../store.ts';
import { metBy } from './rules.ts';
import type { Oauth } from '../oauth/service.ts';

/** What signing in with a directory depends on. */
export interface DirectoryDeps {
  db: Db;
  tenants: TenantModule;
  users: Pick<UserModule, 'allByPhone' | 'allByMail'>;
  signInFlow: SignInFlow;
  oauth: Pick<Oauth, 'ownerOf' | 'unbound'>;
  directories: readonly Directory[];
  /** Hears what a directory did wrong, and its own code for a refusal. */
  report: (what: string, error: unknown) => void;
}

const call = 'session.directorySignIn';

/** Signing in with an account of the authority's own directory. */
export function createDirectorySignIn({ db, tenants, users, signInFlow, oauth, directories, report }: DirectoryDeps) {
  const known = (tenantId: string) => directories.filter((one) => one.tenantId === null || one.tenantId === tenantId);

  function chosen(tenantId: string, id: string | undefined): Directory {
    const mine = known(tenantId);
    const [only] = mine;
    const found = (id ?? '') === '' && mine.length === 1 ? only : mine.find((one) => one.id === id);
    if (!found)
      throw new AppError('invalid', mine.length === 0 ? '没有开通目录登录，请使用其他方式登录' : '请选择目录');
    return found;
  }

  const down = ({ name }: Directory, error: unknown) => {
    report('directory sign-in', error);
    return new AppError('unavailable', `${name}暂时没有应答，请稍后再试，或使用密码登录`);
  };

  /**
   * Where the operator says so, whoever is not bound yet is led to the account with the phone or mail that the directory
   * names, when that is one person: not into it, since people may write their own into the directory (S16).
   */
  async function meet(tenantId: string, directory: Directory, person: DirectoryPerson, kind: UserType | undefined) {
    if (!directory.matchByMobile && !directory.matchByMail) return null;
    const phone = directory.matchByMobile ? (person.mobile?.replace(/^\+?86|[\s-]/g, '') ?? '') : '';
    const mail = directory.matchByMail ? (person.mail ?? '') : '';
    const scope = systemScope('directory sign-in', tenantId);
    const fitting = (people: { id: string; type: UserType }[]) =>
      people.filter(({ type }) => type !== 'platform' && (kind === undefined || type === kind)).map(({ id }) => id);
    return db.scoped(scope, async (tx) => {
      const byPhone = phone === '' ? [] : await users.allByPhone(tx, phone);
      const byMail = mail.includes('@') ? await users.allByMail(tx, mail) : [];
      // A kind that is chosen does not make a shared mail anybody's own.
      return { userId: metBy(fitting(byPhone), byMail.length === 1 ? fitting(byMail) : []) };
    });
  }
  const provenBy = ({ id }: Directory, { subject, label }: DirectoryPerson) => ({
    provider: 'directory' as const,
    app_id: id,
    subject,
    label,
  });

  async function enter(
    httpScope: Scope,
    tenantId: string,
    directory: Directory,
    person: DirectoryPerson,
    more: { attempt: Try; userType?: string | undefined; shopId?: string | undefined },
  ): Promise<SignInAnswer> {
    const { attempt, userType, shopId } = more;
    const proven = provenBy(directory, person);
    const wantedType = userTypeOf(userType);
    const userId = await oauth.ownerOf(tenantId, proven);
    if (userId === null) {
      await db.scoped(httpScope, (tx) => forgetTry(tx, tenantId, attempt.id));
      return oauth.unbound(httpScope, tenantId, proven, await meet(tenantId, directory, person, wantedType));
    }
    return signInFlow.enter(httpScope, { tenantId, userId, way: 'directory', wantedType, shopId, try: attempt });
  }

  return {
    /** Whether a tenant has a directory to sign in with. */
    offered: (tenantId: string) => known(tenantId).length > 0,
    async directoryDoor(
      httpScope: Scope,
      { tenantId, directory: id }: { tenantId: string; directory?: string | undefined },
    ): Promise<DirectoryDoor> {
      const choices = { directories: known(tenantId).map(({ id: key, name }) => ({ id: key, name })) };
      if (httpScope.vouched === null || choices.directories.length === 0 || !(await tenants.isOpen(tenantId)))
        return choices;
      const directory = chosen(tenantId, id);
      const attempt = await signInFlow.count(httpScope, {
        tenantId,
        name: httpScope.vouched.slice(0, 64) || '代理',
        call,
      });
      if (httpScope.vouched === '') return signInFlow.fail(httpScope, attempt);
      const person = await directory.find(httpScope.vouched).catch((error: unknown) => {
        throw down(directory, error);
      });
      if (person === null) return signInFlow.fail(httpScope, attempt);
      const answer = await enter(httpScope, tenantId, directory, person, { attempt });
      // A second factor is asked for by the form.
      return 'mfa' in answer ? choices : answer;
    },
    async directorySignIn(httpScope: Scope, input: DirectorySignIn): Promise<SignInAnswer> {
      const { tenantId, username, password, userType, shopId } = input;
      const directory = chosen(tenantId, input.directory);
      const attempt = await signInFlow.count(httpScope, { tenantId, name: username.slice(0, 64), call });
      if (!(await tenants.isOpen(tenantId))) return signInFlow.fail(httpScope, attempt);
      const verdict = await directory.prove(username, password).catch(async (error: unknown) => {
        // A directory that is down is nobody's try.
        await db.scoped(httpScope, (tx) => forgetTry(tx, tenantId, attempt.id));
        throw down(directory, error);
      });
      if (verdict.kind === 'refused') {
        if (verdict.code !== null) report('directory refused', new Error(verdict.code));
        const error = verdict.message === null ? undefined : new AppError('badCredentials', verdict.message);
        return signInFlow.fail(httpScope, attempt, error ? { error } : {});
      }
      return enter(httpScope, tenantId, directory, verdict.person, { attempt, userType, shopId });
    },
  };
}
