import { maskName } from '@anlan/contract/domain/mask-name';
import { maskPhone } from '@anlan/contract/domain/phone';
import type { FindPhoneInput, PhoneSearchAnswer, RegisterInput } from '@anlan/contract/modules/user/registration';
import { AppError, invalid } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import { brokenConstraint, type Db, type Tx } from '#platform/db/index.ts';
import { hashPassword } from '#platform/password/index.ts';
import { passwordProblem } from '#platform/password/policy.ts';
import type { SmsTemplate } from '@anlan/contract/domain/message-template';
import type { AuditModule } from '../../audit/index.ts';
import type { Agreements } from '../../content/index.ts';
import type { SmsModule } from '../../sms/index.ts';
import type { TenantModule } from '../../tenant/index.ts';
import type { People } from '../people.ts';
import { contactOf } from './rules.ts';
import { approvedPeople } from '../store.ts';

export interface JoiningDeps {
  db: Db;
  audit: Pick<AuditModule, 'record'>;
  tenants: Pick<TenantModule, 'isOpen' | 'one' | 'isMlps3'>;
  users: Pick<People, 'add' | 'byId' | 'byName' | 'allByPhone'>;
  sms: Pick<SmsModule, 'verify' | 'count' | 'notify'>;
  agreements: Agreements;
  /** Throws unless the captcha answer is correct; null when captchas are turned off. */
  checkCaptcha: ((httpScope: Scope, randomStr: string | undefined, code: string | undefined) => Promise<void>) | null;
  giveRole: (tx: Tx, userId: string, code: string) => Promise<unknown>;
  rolesOf: (tx: Tx, userId: string) => Promise<readonly string[]>;
  enterpriseNamed: (tx: Tx, name: string) => Promise<string | null>;
}

const byId = (id: string) => ({ id });
const firstRole = { enterprise: 'ROLE_ENT_STAFF', shop: 'ROLE_SHOP' } as const;
const notFoundText = '没有查到该企业绑定的手机号，请核对企业全称，或联系监管部门';
// Which message the phone's owner gets, by violated constraint. A concurrent registration can violate either one.
const takenBy: Readonly<Record<string, SmsTemplate>> = {
  app_user_username_key: 'registerNameTaken',
  app_user_phone_key: 'registerKnown',
};

/** Self-registration and search of a phone, for people without an account. All functions run in the HTTP scope. */
export function createJoining(deps: JoiningDeps) {
  const { db, audit, tenants, users, sms, agreements, checkCaptcha, giveRole, rolesOf, enterpriseNamed } = deps;

  /** The reason why the account cannot be created, as a message template for the proven phone; null when it can. */
  async function hindrance(tx: Tx, { phone, username, type }: RegisterInput) {
    const own = (await users.allByPhone(tx, phone)).find((person) => person.type === type);
    if (own) return { template: 'registerKnown', params: { username: own.username } } as const;
    if (await users.byName(tx, username)) return { template: 'registerNameTaken', params: { username } } as const;
    return null;
  }

  async function make(tx: Tx, input: RegisterInput, password_hash: string) {
    const { phone, username, nickName = username, type, entName, agreed = [] } = input;
    const id = newId();
    await users.add(tx, {
      id,
      username,
      nick_name: nickName,
      phone,
      type,
      password_hash,
      must_change_password: false,
      approval: 'pending',
      claimed_enterprise: entName,
    });
    await giveRole(tx, id, firstRole[type]);
    await audit.record(tx, {
      call: 'user.register',
      objectType: 'user',
      objectId: id,
      userId: id,
      userName: nickName,
      note: entName,
    });
    await agreements.recordConsent(tx, { occasion: 'register', texts: agreed.map(byId), userId: id });
    await sms.notify(tx, { phone, template: 'registerReceived', params: { username } });
  }

  return {
    /**
     * Adds an account that waits for approval. If the name or phone is already used, only the proven phone gets an
     * SMS about it. The answer reveals nothing (S02).
     */
    async register(httpScope: Scope, input: RegisterInput): Promise<null> {
      const { tenantId, phone, code, username, nickName, password, entName } = input;
      const scope = systemScope('register', tenantId, httpScope);
      if (!(await tenants.isOpen(tenantId))) throw invalid({ field: 'tenantId', msg: '该单位暂不受理注册' });
      const tenant = await tenants.one(scope, { id: tenantId });
      const protects = await db.scoped(scope, tenants.isMlps3);
      const problem = passwordProblem(password, [username, nickName, phone, entName, tenant.name], protects);
      if (problem !== null) throw invalid({ field: 'password', msg: problem });
      // The agreed versions are checked before any account is read, so that the answer reveals nothing about
      // accounts.
      await db.scoped(scope, (tx) => agreements.demand(tx, (input.agreed ?? []).map(byId)));
      if (!(await sms.verify(httpScope, { tenantId, type: 'register', phone, code }))) {
        const msg = '短信验证码错误或已失效，请重新获取';
        throw new AppError('badCaptcha', msg, { errors: [{ field: 'code', msg }] });
      }
      await sms.count(httpScope, 'register', { tenantId, phone });
      const hash = await hashPassword(password, tenantId);
      const tell = (template: SmsTemplate, params: Readonly<Record<string, string>>) =>
        db.scoped(scope, (tx) => sms.notify(tx, { phone, template, params }));
      const against = await db.scoped(scope, (tx) => hindrance(tx, input));
      try {
        if (against !== null) await tell(against.template, against.params);
        else await db.scoped(scope, (tx) => make(tx, input, hash));
      } catch (error) {
        const template = takenBy[brokenConstraint(error) ?? ''];
        if (template === undefined) throw error;
        await tell(template, { username });
      }
      return null;
    },
    /** Returns the masked phone of the enterprise with exactly this full name (S18). */
    async findPhone(httpScope: Scope, input: FindPhoneInput): Promise<PhoneSearchAnswer> {
      const tenantId = input.tenantId ?? httpScope.namedTenantId;
      if (checkCaptcha) await checkCaptcha(httpScope, input.randomStr, input.code);
      if (tenantId === null) throw invalid({ field: 'tenantId', msg: '请选择单位' });
      await sms.count(httpScope, 'findPhone', { tenantId, phone: '' });
      const maskedContact = (await tenants.isOpen(tenantId))
        ? await db.scoped(systemScope('find phone', tenantId, httpScope), async (tx) => {
            const enterpriseId = await enterpriseNamed(tx, input.entName);
            const people = enterpriseId === null ? [] : await approvedPeople(tx, enterpriseId);
            const candidates = [];
            for (const { id } of people) {
              const person = await users.byId(tx, id);
              if (person?.phone)
                candidates.push({ ...person, runs: (await rolesOf(tx, id)).includes('ROLE_ENT_ADMIN') });
            }
            return contactOf(candidates);
          })
        : undefined;
      if (!maskedContact?.phone) throw new AppError('notFound', notFoundText);
      return { name: maskName(maskedContact.nick_name), phone: maskPhone(maskedContact.phone) };
    },
  };
}
