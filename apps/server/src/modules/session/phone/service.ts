import { maskPhone } from '@anlan/contract/domain/phone';
import { userTypeOf, type SignInAnswer } from '@anlan/contract/modules/session/session';
import type {
  OwnEnterprise,
  OwnEnterprisesInput,
  PhoneSignIn,
  LoginMethods,
} from '@anlan/contract/modules/session/login-methods';
import { AppError } from '#kernel/errors.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import type { EnterpriseModule } from '../../enterprise/index.ts';
import type { SmsModule } from '../../sms/index.ts';
import type { TenantModule } from '../../tenant/index.ts';
import type { UserModule } from '../../user/index.ts';
import { phoneProof, type SignInFlow } from '../sign-in-flow.ts';
import { holderOf } from './rules.ts';

export interface PhoneDeps {
  db: Db;
  tenants: Pick<TenantModule, 'isOpen' | 'isMlps3'>;
  users: Pick<UserModule, 'allByPhone' | 'byId' | 'enterprisesOf'>;
  enterprises: Pick<EnterpriseModule, 'names'>;
  sms: Pick<SmsModule, 'verify' | 'works' | 'countedAs'>;
  otherLoginMethods: (tenantId: string) => Promise<{ wechat: boolean; directory: boolean }>;
  app: { appCode: string; version: string; url: string };
}

const severalTexts = {
  type: '该手机号绑定了多种类型的账号，请选择用户类型',
  account: '该手机号绑定了多个同类账号，请使用用户名和密码登录',
};

export function createPhoneSignIn(deps: PhoneDeps, signInFlow: Pick<SignInFlow, 'count' | 'fail' | 'enter'>) {
  const { db, tenants, users, enterprises, sms } = deps;

  async function phoneSignIn(httpScope: Scope, input: PhoneSignIn): Promise<SignInAnswer> {
    const { tenantId, phone, code, shopId } = input;
    const wantedType = userTypeOf(input.userType);
    const open = await tenants.isOpen(tenantId);
    const people = open ? await db.scoped(systemScope('sign-in', tenantId), (tx) => users.allByPhone(tx, phone)) : [];
    const holder = holderOf(people, wantedType);
    const person = holder.kind === 'one' ? holder.person : people[0];
    // Counts attempts by phone only. A counter shared with the user name would reveal who owns the phone (S92).
    const attempt = await signInFlow.count(httpScope, {
      tenantId,
      name: sms.countedAs(phone),
      shown: person?.username ?? maskPhone(phone),
      call: 'session.signIn',
      userId: person?.id,
    });
    const right = await sms.verify(httpScope, { tenantId, type: 'signIn', phone, code: code.trim() });
    if (!right) return signInFlow.fail(httpScope, attempt, { userId: person?.id, error: new AppError('badCaptcha') });
    // The SMS code proved the phone, so the owner of the phone may see the reason of a refusal.
    if (holder.kind === 'none') return signInFlow.fail(httpScope, attempt, { userId: person?.id });
    if (holder.kind === 'several') {
      const text = holder.sameType ? severalTexts.account : severalTexts.type;
      return signInFlow.fail(httpScope, attempt, { userId: person?.id, error: new AppError('badCredentials', text) });
    }
    const { id: userId } = holder.person;
    const proof = phoneProof(holder.person);
    return signInFlow.enter(httpScope, { tenantId, userId, way: 'phone', proof, wantedType, shopId, try: attempt });
  }

  return {
    phoneSignIn,
    ways: async (_scope: Scope, { tenantId }: { tenantId: string }): Promise<LoginMethods> => ({
      phone: await sms.works(tenantId, 'signIn'),
      ...(await deps.otherLoginMethods(tenantId)),
      passwordProtected: await db.scoped(systemScope('ways', tenantId), tenants.isMlps3),
    }),
    /** Enterprises in which the caller may start. Throws when the phone is not the caller's own. */
    async ownEnterprises(scope: Scope, { phone, tenantId }: OwnEnterprisesInput): Promise<OwnEnterprise[]> {
      const { userId } = scope;
      if (tenantId !== undefined && tenantId !== scope.tenantId) throw new AppError('denied');
      return db.scoped(systemScope('own enterprises', scope.tenantId, scope), async (tx) => {
        const user = userId === null ? undefined : await users.byId(tx, userId);
        if (!user || user.phone !== phone) throw new AppError('denied');
        const names = await enterprises.names(tx, await users.enterprisesOf(tx, user.id));
        return [...names]
          .map(([enterpriseId, enterpriseName]) => ({ enterpriseId, enterpriseName }))
          .sort((one, other) => one.enterpriseName.localeCompare(other.enterpriseName, 'zh'));
      });
    },
    appCode: (_scope: Scope) => Promise.resolve(deps.app),
  };
}
