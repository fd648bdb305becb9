import { OutboundError, type Outbound } from '../outbound/index.ts';
import { createAliyunSms } from './aliyun.ts';
import type { SmsProvider } from './index.ts';
import type { SmsSettings } from './settings.ts';
import { createTencentSms } from './tencent.ts';

const waitMs = 6_000;
const faults: Partial<Record<OutboundError['fault'], string>> = {
  late: '短信服务没有及时答复',
  unreached: '连不上短信服务',
  resting: '短信服务连续失败，暂停片刻',
};

/** Creates the SMS provider of a vendor. After a timeout the message is tried again. */
export function createVendorSms(
  settings: SmsSettings,
  outbound: Pick<Outbound, 'open'>,
  now: () => Date = () => new Date(),
): SmsProvider {
  const way = outbound.open({ bases: [settings.endpoint], waitMs });
  const send = (settings.vendor === 'aliyun' ? createAliyunSms : createTencentSms)(settings, way, now);
  return {
    local: /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(settings.endpoint).hostname),
    carries: (template, unit) => unit?.templates[template] !== undefined || settings.templates.has(template),
    async send(message) {
      const templateId = message.unit?.templates[message.template] ?? settings.templates.get(message.template);
      if (templateId === undefined)
        return { kind: 'refused', reason: `没有配置短信模板 ${message.template}（SMS_TEMPLATES）` };
      try {
        return await send(message, templateId);
      } catch (error) {
        const fault = error instanceof OutboundError ? error.fault : undefined;
        const reason = (fault && faults[fault]) ?? (error instanceof Error ? error.message : '短信服务没有答复');
        // A forbidden address remains forbidden until the settings change, so the message is not tried again.
        return fault === 'refused' ? { kind: 'refused', reason, forAll: true } : { kind: 'later', reason };
      }
    },
  };
}
