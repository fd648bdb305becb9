import type {
  ChangePhoneInput,
  OwnData,
  OwnEdit,
  PhoneBindInput,
  PhoneCodeInput,
  ReissuedTokens,
} from '@anlan/contract/modules/user/own-data';
import { maskPhone } from '@anlan/contract/domain/phone';
import { limits } from '@anlan/contract/limits';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { hashPassword, verifyPassword } from '#platform/password/index.ts';
import { passwordProblem } from '#platform/password/policy.ts';
import type { AuditModule } from '../../audit/index.ts';
import type { SmsModule } from '../../sms/index.ts';
import type { TenantModule } from '../../tenant/index.ts';
import type { People } from '../people.ts';
import { changesOf } from '../admin/present.ts';
import { readTree } from '../organ/store.ts';
import { passwordEnd } from '../password/rules.ts';
import { holdPerson, queueForPhone } from './store.ts';

export interface OwnDeps {
  db: Db;
  users: Pick<People, 'byId' | 'change' | 'allByPhone' | 'usedPasswords'>;
  tenants: Pick<TenantModule, 'isMlps3'>;
  audit: Pick<AuditModule, 'record'>;
  sms: Pick<SmsModule, 'sendCode' | 'notify' | 'pairs'>;
  isOwnPassword: (scope: Scope, password: string, call: string) => Promise<boolean>;
  renew: (tx: Tx, reason: string) => Promise<NonNullable<ReissuedTokens>>;
  /** Names of the tenant and the caller's enterprises; passwords must not contain them. */
  organisationNames: (scope: Scope, userId: string) => Promise<string[]>;
  roleNames: (tx: Tx, userId: string) => Promise<string[]>;
  /**
   * `attach` uses a portrait that the caller uploaded, and releases the former portrait. It returns false for any
   * other address.
   */
  portraits: {
    attach: (tx: Tx, address: string) => Promise<boolean>;
    detach: (tx: Tx, address: string | null) => Promise<void>;
  };
}

const wrongCode = '验证码错误,请重新输入';
const refusedCodes = (fields: readonly string[]) =>
  new AppError('badCaptcha', wrongCode, { errors: fields.map((field) => ({ field, msg: wrongCode })) });

export function createOwnData(deps: OwnDeps) {
  const { db, users, tenants, audit, sms, isOwnPassword, renew, organisationNames, roleNames, portraits } = deps;

  async function me(tx: Tx) {
    const user = tx.scope.userId === null ? undefined : await users.byId(tx, tx.scope.userId);
    if (!user) throw new AppError('unauthenticated');
    return user;
  }

  /** Locks the caller's row, so that the result of the checks is still true at the write. */
  async function lockCaller(tx: Tx) {
    if (tx.scope.userId !== null) await holdPerson(tx, tx.scope.userId);
    return me(tx);
  }

  async function demandFree(tx: Tx, phone: string, userId: string) {
    await queueForPhone(tx, phone);
    if ((await users.allByPhone(tx, phone)).some(({ id }) => id !== userId))
      throw invalid({ field: 'phone', msg: '该手机号已被其他账号使用' });
  }

  const codeFor = (tx: Tx, phone: string, code: string) =>
    ({ tenantId: tx.scope.tenantId, type: 'changePhone', phone, code }) as const;

  /** Common part of every phone change: write, audit entry, message to the old phone, and new sessions (S18). */
  async function move(tx: Tx, userId: string, before: string | null, after: string | null, call: string) {
    await users.change(tx, userId, { phone: after });
    const masked = (phone: string | null) => (phone === null ? null : maskPhone(phone));
    await audit.record(tx, {
      call,
      objectType: 'user',
      objectId: userId,
      changes: [{ field: 'phone', before: masked(before), after: masked(after) }],
    });
    if (before !== null) {
      const { username } = await me(tx);
      const params = { username, phone: masked(after) ?? '无' };
      await sms.notify(tx, { phone: before, template: 'phoneChanged', params });
    }
    return renew(tx, 'phone changed');
  }

  async function newPassword(scope: Scope, old: string | undefined, wanted: string) {
    if (old === undefined || old === '') throw invalid({ field: 'password', msg: '请输入原密码' });
    const { user, protects, used } = await db.scoped(scope, async (tx) => {
      const caller = await me(tx);
      const isProtected = await tenants.isMlps3(tx);
      return { user: caller, protects: isProtected, used: isProtected ? await users.usedPasswords(tx, caller.id) : [] };
    });
    const names = [user.username, user.nick_name, user.phone, ...(await organisationNames(scope, user.id))];
    if (!(await isOwnPassword(scope, old, 'user.edit')))
      throw invalid({ field: 'password', msg: '原密码错误，请重新输入' });
    const problem = wanted === old ? '新密码不能与原密码相同' : passwordProblem(wanted, names, protects);
    if (problem !== null) throw invalid({ field: 'newpassword1', msg: problem });
    for (const hash of used)
      if (await verifyPassword(hash, wanted, scope.tenantId))
        throw invalid({
          field: 'newpassword1',
          msg: `不能与最近 ${limits.password.protectedLast} 次用过的密码相同，请换一个`,
        });
    return { proven: user.password_hash, hash: await hashPassword(wanted, scope.tenantId) };
  }

  return {
    own: (scope: Scope): Promise<OwnData> =>
      db.scoped(scope, async (tx) => {
        const user = await me(tx);
        const protects = await tenants.isMlps3(tx);
        return {
          username: user.username,
          nickName: user.nick_name,
          phone: user.phone,
          email: user.email,
          avatar: user.avatar,
          organName: (await readTree(tx)).find(({ id }) => id === user.organ_id)?.name ?? null,
          roleNames: await roleNames(tx, user.id),
          passwordChangedAt: user.password_changed_at,
          passwordEndsAt: protects ? passwordEnd(user) : null,
          passwordProtected: protects,
        };
      }),
    async edit(scope: Scope, input: OwnEdit): Promise<ReissuedTokens> {
      const { password: old, newpassword1: wanted, nickName, email, avatar } = input;
      const made = wanted === undefined || wanted === '' ? null : await newPassword(scope, old, wanted);
      return db.scoped(scope, async (tx) => {
        const user = await me(tx);
        const change = {
          ...(nickName === undefined ? {} : { nick_name: nickName }),
          ...(email === undefined ? {} : { email: email === '' ? null : email }),
          ...(avatar === undefined ? {} : { avatar }),
          ...(made === null ? {} : { password_hash: made.hash }),
        };
        if (Object.keys(change).length === 0) return null;
        if (avatar !== undefined && avatar !== user.avatar) {
          if (avatar !== null && !(await portraits.attach(tx, avatar)))
            throw invalid({ field: 'avatar', msg: '请先上传头像' });
          await portraits.detach(tx, user.avatar);
        }
        if (made !== null && (await holdPerson(tx, user.id)) !== made.proven)
          throw invalid({ field: 'password', msg: '密码刚刚已被修改，请重新输入' });
        await users.change(tx, user.id, change);
        await audit.record(tx, {
          call: 'user.edit',
          objectType: 'user',
          objectId: user.id,
          changes: changesOf(
            { nickName: user.nick_name, email: user.email, avatar: user.avatar },
            { nickName: change.nick_name, email: change.email, avatar: change.avatar },
          ),
          ...(made === null ? {} : { note: '修改密码' }),
        });
        return made === null ? null : renew(tx, 'password changed');
      });
    },
    async phoneCode(scope: Scope, { phone, which }: PhoneCodeInput): Promise<null> {
      const { id, phone: own } = await db.scoped(scope, me);
      if (which === 'old' && phone !== own) throw invalid({ field: 'phone', msg: '与当前绑定的手机号不一致' });
      if (which === 'new' && phone === own) throw invalid({ field: 'phone', msg: '新手机号与原手机号相同' });
      await sms.sendCode(scope, { phone, type: 'changePhone', tenantId: scope.tenantId });
      await db.scoped(scope, (tx) =>
        audit.record(tx, { call: 'user.phoneCode', objectType: 'user', objectId: id, note: maskPhone(phone) }),
      );
      return null;
    },
    async changePhone(scope: Scope, { code, phone, code2 }: ChangePhoneInput): Promise<ReissuedTokens> {
      // The transaction must always commit, because a wrong code counts as an attempt.
      const done = await db.scoped(scope, async (tx) => {
        const { id, phone: before } = await lockCaller(tx);
        if (before === null) throw invalid({ field: 'phone', msg: '尚未绑定手机，请先绑定' });
        if (before === phone) throw invalid({ field: 'phone', msg: '新手机号与原手机号相同' });
        const typed = [codeFor(tx, before, code), codeFor(tx, phone, code2)];
        const [oldRight, newRight] = await sms.pairs.check(tx, typed);
        if (!oldRight || !newRight) return { wrong: [...(oldRight ? [] : ['code']), ...(newRight ? [] : ['code2'])] };
        await demandFree(tx, phone, id);
        await sms.pairs.spend(tx, typed);
        return { renewed: await move(tx, id, before, phone, 'user.changePhone') };
      });
      if ('wrong' in done) throw refusedCodes(done.wrong ?? []);
      return done.renewed;
    },
    async phone(scope: Scope, { phone, code, doType }: PhoneBindInput): Promise<ReissuedTokens> {
      const done = await db.scoped(scope, async (tx) => {
        const { id, phone: before } = await lockCaller(tx);
        if (doType === 'bind' && before !== null)
          throw invalid({ field: 'phone', msg: '已绑定手机，请使用更换手机号' });
        if (doType === 'unbind' && before !== phone) throw invalid({ field: 'phone', msg: '与当前绑定的手机号不一致' });
        const typed = [codeFor(tx, phone, code)];
        const [right] = await sms.pairs.check(tx, typed);
        if (!right) return { wrong: ['code'] };
        if (doType === 'bind') await demandFree(tx, phone, id);
        await sms.pairs.spend(tx, typed);
        return { renewed: await move(tx, id, before, doType === 'bind' ? phone : null, 'user.phone') };
      });
      if ('wrong' in done) throw refusedCodes(done.wrong ?? []);
      return done.renewed;
    },
  };
}
