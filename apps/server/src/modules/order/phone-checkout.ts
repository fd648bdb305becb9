// Payments on a phone, which cannot scan its own screen: by the vendor's page, or inside WeChat.
import { createHash } from 'node:crypto';
import { phoneReturnPath, type PhonePay } from '@anlan/contract/modules/order/inputs';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import { PayFault, type PayerDevice } from '#platform/pay/port.ts';
import type { Former, PayAttempts } from './pay-attempts.ts';
import type { VendorQueries } from './query-vendor.ts';
import { vendorNames } from './rules.ts';

interface PhoneDeps {
  kit: Pick<ModuleKit, 'db' | 'audit'>;
  asking: VendorQueries;
  attempts: PayAttempts;
  /** One-time OAuth states, bound to person and browser (S15). */
  states: { issue(scope: Scope): Promise<string>; consume(scope: Scope, state: string): Promise<void> };
}

/** The sentence about the payment that was begun before, as its vendor answered. */
function formerText({ vendor, went }: Former): string {
  const name = vendorNames[vendor];
  if (went === 'closed') return `${name}的付款入口已关闭，不会再扣款。`;
  if (went === 'missing') return `${name}还没有生成交易，无法作废：付款页如果还开着请不要再付，再付会自动退回。`;
  return `${name}暂时没有答复，原来的付款页可能还能付：请只付一次，多付的自动退回。`;
}

export function createPhoneCheckout({ kit: { db, audit }, asking, attempts, states }: PhoneDeps) {
  function identity() {
    const payer = asking.requireChannel('wechat').payerIdentity;
    if (payer === null) throw new AppError('invalid', '没有开通微信内支付，请点右上角“在浏览器打开”，再付款');
    return payer;
  }

  async function openidFor(scope: Scope, { code, state }: PhonePay): Promise<string> {
    const payer = identity();
    await states.consume(scope, state ?? '');
    const openid = await payer.openidOf(code ?? '').catch((error: unknown) => {
      if (!(error instanceof PayFault)) throw error;
      throw attempts.faultWords(error, 'wechat');
    });
    if (openid === null) throw new AppError('invalid', '微信授权已失效，请重新点“微信支付”');
    return openid;
  }

  const sceneOf = (device: PayerDevice): string =>
    device.scene === 'phone'
      ? 'phone'
      : `inApp ${createHash('sha256').update(device.openid).digest('hex').slice(0, 16)}`;

  return {
    /** Returns the page of WeChat that sends the payer back with an OAuth code. */
    async payAuthorize(scope: Scope, { id }: { id: string }) {
      const payer = identity();
      await db.scoped(scope, async (tx) => {
        const { enterpriseId } = await attempts.payableOrder(tx, id, false);
        await audit.record(tx, { call: 'order.payAuthorize', objectType: 'order', objectId: id, enterpriseId });
      });
      const state = await states.issue(scope);
      try {
        return { url: payer.pageOf(state, phoneReturnPath(id)) };
      } catch (error) {
        if (error instanceof PayFault) throw attempts.faultWords(error, 'wechat');
        throw error;
      }
    },
    async phonePay(scope: Scope, input: PhonePay) {
      const vendor = input.way === 'alipay' ? 'alipay' : 'wechat';
      const channel = asking.requireChannel(vendor);
      const device: PayerDevice =
        input.way === 'wechatInApp'
          ? { scene: 'inApp', openid: await openidFor(scope, input) }
          : { scene: 'phone', address: scope.address, returnPath: phoneReturnPath(input.id) };
      const { order, attempt, former } = await attempts.begin(scope, input.id, {
        vendor,
        scene: sceneOf(device),
        alone: true,
      });
      const opened = await attempts.openAtVendor(scope, channel, order, attempt, device);
      return {
        pageUrl: 'pageUrl' in opened ? opened.pageUrl : null,
        bridge: 'bridge' in opened ? opened.bridge : null,
        former: former.map(formerText).join('') || null,
        expiresAt: attempt.expiresAt,
      };
    },
  };
}
