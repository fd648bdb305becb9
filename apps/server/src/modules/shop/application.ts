// Shop applications by people without an account. An SMS code proves the phone, and the application number gives access
// to the progress.
import type { shop } from '@anlan/contract/modules/shop/resource';
import type { ShopApplication, ShopProgress } from '@anlan/contract/modules/shop/application';
import type { ShopInput } from '@anlan/contract/modules/shop/resource';
import type { ShopState } from '@anlan/contract/modules/shop/states';
import { dayOf } from '@anlan/contract/domain/instant';
import { AppError, invalid } from '#kernel/errors.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { RowOf } from '#kit/table.ts';
import { brokenConstraint, type Tx } from '#platform/db/index.ts';
import type { Agreements } from '../content/index.ts';
import type { SmsModule } from '../sms/index.ts';
import type { TenantModule } from '../tenant/index.ts';
import { newShopNumber } from './rules.ts';
import { keepNumber, tenantOfNumber } from './store.ts';

type ShopRow = RowOf<typeof shop>;

export interface ShopApplicationDeps {
  kit: Pick<ModuleKit, 'db' | 'clock'>;
  sms: Pick<SmsModule, 'verify' | 'count'>;
  tenants: Pick<TenantModule, 'isOpen'>;
  agreements: Agreements;
  shops: {
    /**
     * Whether a shop has this name. Rejected shops are ignored, so that a corrected application may use its name again.
     */
    isNamed(tx: Tx, name: string): Promise<boolean>;
    add(tx: Tx, input: ShopInput, facts: { number: string; appliedAt: Date }): Promise<string>;
    ofNumber(tx: Tx, number: string): Promise<{ row: ShopRow; phone: string } | null>;
  };
}

const isTaken = () => invalid({ field: 'name', msg: '店铺名称已被使用，请换一个' });
const unknownText = '没有查到该申请，请核对申请编号和手机号码';

export function createShopApplications({ kit, sms, tenants, agreements, shops }: ShopApplicationDeps) {
  const { db, clock } = kit;
  const within = (httpScope: Scope, tenantId: string) => systemScope('shop application', tenantId, httpScope);
  // Scope for SMS codes, counters and application numbers. They exist before the tenant is known, so they need the
  // HTTP scope.
  const outside = (httpScope: Scope) => ({ ...systemScope('shop application', '0', httpScope), http: true });

  return {
    async apply(httpScope: Scope, { tenantId, code, agreed, ...input }: ShopApplication) {
      // Empty optional fields become null, as in other forms.
      const typed = { ...input, openHours: input.openHours || null, intro: input.intro || null };
      // The platform tenant has no mall.
      if (tenantId === '0' || !(await tenants.isOpen(tenantId)))
        throw invalid({ field: 'tenantId', msg: '该单位暂不受理店铺入驻' });
      const texts = agreed.map((id) => ({ id }));
      await db.scoped(within(httpScope, tenantId), (tx) => agreements.demand(tx, texts));
      // The name is checked before the one-time code is consumed. This reveals nothing, because shop names are public.
      if (await db.read(within(httpScope, tenantId), (tx) => shops.isNamed(tx, typed.name))) throw isTaken();
      if (!(await sms.verify(outside(httpScope), { tenantId, type: 'shop', phone: typed.phone, code })))
        throw new AppError('badCaptcha', '短信验证码错误或已失效，请重新获取');
      await sms.count(outside(httpScope), 'shop', { tenantId, phone: typed.phone });
      const now = clock.now();
      const number = newShopNumber(dayOf(now));
      await db.scoped(outside(httpScope), (tx) => keepNumber(tx, tenantId, number));
      try {
        await db.scoped(within(httpScope, tenantId), async (tx) => {
          await shops.add(tx, typed, { number, appliedAt: now });
          await agreements.recordConsent(tx, { occasion: 'shop', texts });
        });
      } catch (error) {
        throw brokenConstraint(error) === 'shop_name_key' ? isTaken() : error;
      }
      return { number };
    },
    async applyState(httpScope: Scope, { number, phone }: { number: string; phone: string }): Promise<ShopProgress> {
      const tenantId = await db.scoped(outside(httpScope), (tx) => tenantOfNumber(tx, number));
      const progress =
        tenantId === undefined || !(await tenants.isOpen(tenantId))
          ? null
          : await db.read(within(httpScope, tenantId), (tx) => shops.ofNumber(tx, number));
      if (progress === null || progress.phone !== phone) throw new AppError('notFound', unknownText);
      const { row } = progress;
      const reason = row.decidedReason;
      const appliedAt = row.appliedAt;
      return {
        number,
        name: row.name,
        // The cast is safe: the table constraint allows only these states.
        status: row.status as ShopState,
        submittedAt: appliedAt instanceof Date ? appliedAt : clock.now(),
        reason: typeof reason === 'string' ? reason : null,
      };
    },
  };
}
