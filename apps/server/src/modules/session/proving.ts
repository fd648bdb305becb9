import type { DirectoryCode, DirectoryProve } from '@anlan/contract/modules/session/directory';
import type { SignInAnswer } from '@anlan/contract/modules/session/session';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import { verifyPassword } from '#platform/password/index.ts';
import type { SmsModule } from '../sms/index.ts';
import type { UserModule } from '../user/index.ts';
import { passwordProof, phoneProof, type SignInFlow } from './sign-in-flow.ts';
import { hashOf, same } from './rules.ts';
import { findTicket } from './oauth/store.ts';

/** What proving an account depends on. */
export interface ProvingDeps {
  db: Db;
  clock: Clock;
  users: Pick<UserModule, 'byId' | 'byName' | 'allByPhone'>;
  sms: Pick<SmsModule, 'verify' | 'sendCode'>;
}

// The owner of the account is told of it at their next sign-in (S01).
const call = 'session.signIn';
const wrongText = '密码错误，或没有与您对应的账号';
const stale = () => new AppError('invalid', '验证已失效，请重新登录');

/**
 * Signing in to the account that a directory's phone or mail leads to, by that account's own password or by a code to its
 * own phone. The directory's word alone is not enough: people may write there what they like (S16). Whoever is led to
 * nobody is answered the same, and tries count by the account in the directory (S92).
 */
export function createProving(
  { db, clock, users, sms }: ProvingDeps,
  entry: Pick<SignInFlow, 'count' | 'fail' | 'enter'>,
) {
  async function ticketOf(httpScope: Scope, { tenantId, bindTicket }: DirectoryCode) {
    const found = await db.scoped(httpScope, (tx) => findTicket(tx, tenantId, hashOf(bindTicket)));
    const mine =
      httpScope.browser !== null && found !== undefined && same(found.browser_hash, hashOf(httpScope.browser));
    if (!mine || found.provider !== 'directory' || found.ends_at <= clock.now()) throw stale();
    return { ...found, countedAs: `directory ${hashOf(`${found.app_id} ${found.subject}`)}` };
  }
  const personOf = (tenantId: string, id: string | null) =>
    db.scoped(systemScope('directory proof', tenantId), async (tx) => {
      const person = id === null ? undefined : await users.byId(tx, id);
      // By name the password comes as it may be used, and not when it was lent and is over.
      const named = person && (await users.byName(tx, person.username));
      const holders = person?.phone ? await users.allByPhone(tx, person.phone) : [];
      const phone_index = holders.find((one) => one.id === id)?.phone_index ?? null;
      return person && named && { ...named, phone: person.phone, phone_index };
    });

  return {
    /** Sends a code to the phone of the account; the answer does not tell whether there is one. */
    async directoryCode(httpScope: Scope, input: DirectoryCode): Promise<null> {
      const { tenantId } = input;
      const { user_id, countedAs } = await ticketOf(httpScope, input);
      const person = await personOf(tenantId, user_id);
      // Counted by the directory's account alone: the count of a phone would tell whose it is, to whoever tries both.
      await sms.sendCode(httpScope, { tenantId, type: 'signIn', phone: person?.phone ?? '' }, countedAs);
      return null;
    },
    /** Signs in to the account; the directory is bound to it by the session that begins. */
    async directoryProve(httpScope: Scope, input: DirectoryProve): Promise<SignInAnswer> {
      const { tenantId, password, code, shopId } = input;
      const { user_id, label, countedAs } = await ticketOf(httpScope, input);
      const person = await personOf(tenantId, user_id);
      const shown = `目录账号 ${label ?? ''}`.trim();
      const attempt = await entry.count(httpScope, { tenantId, name: countedAs, shown, call });
      const byCode = code !== undefined;
      const right = byCode
        ? await sms.verify(httpScope, { tenantId, type: 'signIn', phone: person?.phone ?? '', code })
        : await verifyPassword(person?.password_hash ?? null, password ?? '', tenantId);
      if (!person || !right)
        return entry.fail(httpScope, attempt, {
          userId: person?.id,
          error: byCode ? new AppError('badCaptcha') : new AppError('badCredentials', wrongText),
        });
      const way = byCode ? 'phone' : 'password';
      const proof = byCode ? phoneProof(person) : passwordProof(person);
      return entry.enter(httpScope, { tenantId, userId: person.id, way, proof, shopId, try: attempt });
    },
  };
}
