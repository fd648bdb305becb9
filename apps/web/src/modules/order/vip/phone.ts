// Leaves for the vendor's page on a phone, or starts the payment inside WeChat.
import type { PhonePayment } from '@anlan/contract/modules/order/views';
import { payAuthorize, phonePay } from '../calls.ts';

export const isPhone = (): boolean => /Mobi|Android|iPhone/i.test(navigator.userAgent);
const isInWeChat = (): boolean => /MicroMessenger/i.test(navigator.userAgent);

/** Opens the vendor's page in this tab. WeChat needs the origin of the page that opens it. */
export function leaveFor(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.referrerPolicy = 'origin';
  link.click();
}

type Invoke = (name: string, facts: object, done: (result: { err_msg?: string }) => void) => void;
const bridge = (): { invoke: Invoke } | undefined => Reflect.get(window, 'WeixinJSBridge');
/** How long the browser of WeChat may take to offer its bridge, in milliseconds. */
const bridgeMs = 5_000;

/** Shows WeChat's payment dialog. Resolves when it closes; only the server knows whether the payment arrived. */
export async function payByBridge(facts: NonNullable<PhonePayment['bridge']>): Promise<'ok' | 'cancel' | 'fail'> {
  if (!bridge())
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('微信支付没有就绪，请重新打开本页再试')), bridgeMs);
      const ready = () => {
        clearTimeout(timer);
        resolve();
      };
      document.addEventListener('WeixinJSBridgeReady', ready, { once: true });
    });
  return new Promise((resolve) => {
    bridge()?.invoke('getBrandWCPayRequest', facts, ({ err_msg: text = '' }) =>
      resolve(text.endsWith(':ok') ? 'ok' : text.endsWith(':cancel') ? 'cancel' : 'fail'),
    );
  });
}

/** Begins a payment on this phone. Returns the sentence about the former payment and the page to open next, if any. */
export async function beginOnPhone(
  id: string,
  vendor: 'wechat' | 'alipay',
): Promise<{ former: string | null; next: string | null }> {
  if (vendor === 'wechat' && isInWeChat()) return { former: null, next: (await payAuthorize(id)).url };
  const { former, pageUrl } = await phonePay({ id, way: vendor });
  return { former, next: pageUrl };
}
