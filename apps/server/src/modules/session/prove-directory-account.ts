import type { DirectoryCode, DirectoryProofInput } from '@anlan/contract/modules/session/directory';
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

export interface ProvingDeps {
  db: Db;
  clock: Clock;
  users: Pick<UserModule, 'byId' | 'byName' | 'allByPhone'>;
  sms: Pick<SmsModule, 'verify' | 'sendCode'>;
}

// Failed attempts are logged as this call, so that the account's owner sees them at the next sign-in (S01).
const call = 'session.signIn';
const wrongText = '密码错误，或没有与您对应的账号';
const stale = () => new AppError('invalid', '验证已失效，请重新登录');

/**
 * Sign-in to the account that has the phone or mail of a directory account. The person must enter that account's
 * password or an SMS code, because people may edit their directory data (S16). The answer is the same without such an
 * account, and attempts are counted by directory account (S92).
 */
export function createDirectoryProof(
  { db, clock, users, sms }: ProvingDeps,
  entry: Pick<SignInFlow, 'count' | 'fail' | 'enter'>,
) {
  async function ticketOf(httpScope: Scope, { tenantId, bindTicket }: DirectoryCode) {
    const ticketRow = await db.scoped(httpScope, (tx) => findTicket(tx, tenantId, hashOf(bindTicket)));
    const mine =
      httpScope.browser !== null && ticketRow !== undefined && same(ticketRow.browser_hash, hashOf(httpScope.browser));
    if (!mine || ticketRow.provider !== 'directory' || ticketRow.ends_at <= clock.now()) throw stale();
    return { ...ticketRow, countedAs: `directory ${hashOf(`${ticketRow.app_id} ${ticketRow.subject}`)}` };
  }
  const personOf = (tenantId: string, id: string | null) =>
    db.scoped(systemScope('directory proof', tenantId), async (tx) => {
      const person = id === null ? undefined : await users.byId(tx, id);
      // Reads the account by name again, because this read omits an expired temporary password.
      const named = person && (await users.byName(tx, person.username));
      const holders = person?.phone ? await users.allByPhone(tx, person.phone) : [];
      const phone_index = holders.find((one) => one.id === id)?.phone_index ?? null;
      return person && named && { ...named, phone: person.phone, phone_index };
    });

  return {
    /**
     * Sends an SMS code to the phone of the suggested account. The answer does not reveal whether an account exists.
     */
    async directoryCode(httpScope: Scope, input: DirectoryCode): Promise<null> {
      const { tenantId } = input;
      const { user_id, countedAs } = await ticketOf(httpScope, input);
      const person = await personOf(tenantId, user_id);
      // Requests are counted by directory account only, because a counter by phone would reveal its owner.
      await sms.sendCode(httpScope, { tenantId, type: 'signIn', phone: person?.phone ?? '' }, countedAs);
      return null;
    },
    /** Signs in to the account and binds the directory account to it. */
    async directoryProve(httpScope: Scope, input: DirectoryProofInput): Promise<SignInAnswer> {
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
