import type { DirectoryOptions, DirectorySignIn } from '@anlan/contract/modules/session/directory';
import { userTypeOf, type SignInAnswer, type UserType } from '@anlan/contract/modules/session/session';
import { AppError } from '#kernel/errors.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import type { Directory, DirectoryPerson } from '#platform/ldap/index.ts';
import type { TenantModule } from '../../tenant/index.ts';
import type { UserModule } from '../../user/index.ts';
import type { SignInFlow, Try } from '../sign-in-flow.ts';
import { forgetTry } from '../store.ts';
import { findByContact } from './rules.ts';
import type { Oauth } from '../oauth/service.ts';

export interface DirectoryDeps {
  db: Db;
  tenants: TenantModule;
  users: Pick<UserModule, 'allByPhone' | 'allByMail'>;
  signInFlow: SignInFlow;
  oauth: Pick<Oauth, 'ownerOf' | 'unbound'>;
  directories: readonly Directory[];
  report: (what: string, error: unknown) => void;
}

const call = 'session.directorySignIn';

export function createDirectorySignIn({ db, tenants, users, signInFlow, oauth, directories, report }: DirectoryDeps) {
  const findDirectories = (tenantId: string) =>
    directories.filter((one) => one.tenantId === null || one.tenantId === tenantId);

  function selectDirectory(tenantId: string, id: string | undefined): Directory {
    const mine = findDirectories(tenantId);
    const [only] = mine;
    const directory = (id ?? '') === '' && mine.length === 1 ? only : mine.find((one) => one.id === id);
    if (!directory)
      throw new AppError('invalid', mine.length === 0 ? '没有开通目录登录，请使用其他方式登录' : '请选择目录');
    return directory;
  }

  const down = ({ name }: Directory, error: unknown) => {
    report('directory sign-in', error);
    return new AppError('unavailable', `${name}暂时没有应答，请稍后再试，或使用密码登录`);
  };

  /**
   * If the operator allows it, suggests the account that has the phone and mail from the directory. The user must
   * still prove that the account is theirs, because people may edit their directory data (S16).
   */
  async function suggestAccount(
    tenantId: string,
    directory: Directory,
    person: DirectoryPerson,
    kind: UserType | undefined,
  ) {
    if (!directory.matchByMobile && !directory.matchByMail) return null;
    const phone = directory.matchByMobile ? (person.mobile?.replace(/^\+?86|[\s-]/g, '') ?? '') : '';
    const mail = directory.matchByMail ? (person.mail ?? '') : '';
    const scope = systemScope('directory sign-in', tenantId);
    const idsOfType = (people: { id: string; type: UserType }[]) =>
      people.filter(({ type }) => type !== 'platform' && (kind === undefined || type === kind)).map(({ id }) => id);
    return db.scoped(scope, async (tx) => {
      const byPhone = phone === '' ? [] : await users.allByPhone(tx, phone);
      const byMail = mail.includes('@') ? await users.allByMail(tx, mail) : [];
      // Only a mail address with exactly one account counts; selecting a user type does not make a shared address
      // unique.
      return { userId: findByContact(idsOfType(byPhone), byMail.length === 1 ? idsOfType(byMail) : []) };
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
      return oauth.unbound(httpScope, tenantId, proven, await suggestAccount(tenantId, directory, person, wantedType));
    }
    return signInFlow.enter(httpScope, { tenantId, userId, way: 'directory', wantedType, shopId, try: attempt });
  }

  return {
    offered: (tenantId: string) => findDirectories(tenantId).length > 0,
    async directoryDoor(
      httpScope: Scope,
      { tenantId, directory: id }: { tenantId: string; directory?: string | undefined },
    ): Promise<DirectoryOptions> {
      const choices = { directories: findDirectories(tenantId).map(({ id: key, name }) => ({ id: key, name })) };
      if (httpScope.proxyAccount === null || choices.directories.length === 0 || !(await tenants.isOpen(tenantId)))
        return choices;
      const directory = selectDirectory(tenantId, id);
      const attempt = await signInFlow.count(httpScope, {
        tenantId,
        name: httpScope.proxyAccount.slice(0, 64) || '代理',
        call,
      });
      if (httpScope.proxyAccount === '') return signInFlow.fail(httpScope, attempt);
      const person = await directory.find(httpScope.proxyAccount).catch((error: unknown) => {
        throw down(directory, error);
      });
      if (person === null) return signInFlow.fail(httpScope, attempt);
      const answer = await enter(httpScope, tenantId, directory, person, { attempt });
      // If a second factor is needed, returns the choices again, so that the sign-in form asks for it.
      return 'mfa' in answer ? choices : answer;
    },
    async directorySignIn(httpScope: Scope, input: DirectorySignIn): Promise<SignInAnswer> {
      const { tenantId, username, password, userType, shopId } = input;
      const directory = selectDirectory(tenantId, input.directory);
      const attempt = await signInFlow.count(httpScope, { tenantId, name: username.slice(0, 64), call });
      if (!(await tenants.isOpen(tenantId))) return signInFlow.fail(httpScope, attempt);
      const verdict = await directory.authenticate(username, password).catch(async (error: unknown) => {
        // When the directory fails, the attempt does not count as a failed sign-in.
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
