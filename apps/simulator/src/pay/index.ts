// Simulated payment vendors: their HTTP interfaces, ledgers, the phone that pays, and test controls.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { openTraffic } from '../traffic.ts';
import { alipayApp, openAlipay } from './alipay.ts';
import { makeKeys, makePair, type PayKeys } from './keys.ts';
import { openLedger, payers, type LedgerState } from './ledger.ts';
import { noticeModes, openSwitches, plantInput, refundModes, answerModes, switchInput } from './switches.ts';
import { openNotices, type Notices, type Subject } from './notices.ts';
import { openWechat, wechatAppSecret, wechatMerchant } from './wechat.ts';

const vendor = z.enum(['wechat', 'alipay']);
const act = z.object({
  code: z.optional(z.string()),
  vendor: z.optional(vendor),
  outTradeNo: z.optional(z.string()),
  what: z.enum(['scan', 'pay', 'cancel']),
  payer: z.optional(z.string()),
});
/** What WeChat's browser does with the parameters of getBrandWCPayRequest. */
const bridgeAct = z.object({ facts: z.unknown(), what: z.enum(['pay', 'cancel']) });
const about = z.object({ vendor, outTradeNo: z.string(), outRefundNo: z.optional(z.string()) });
const sending = z.object({
  ...about.shape,
  twist: z.optional(z.enum(['well', 'forged', 'wrongAmount', 'foreign', 'stale', 'unknownSerial', 'probe'])),
  id: z.optional(z.string()),
  keep: z.optional(z.boolean()),
});
const settling = z.object({ ...about.shape, state: z.enum(['succeeded', 'failed', 'closed']) });
const filling = z.object({
  vendor,
  trades: z.array(
    z.object({
      outTradeNo: z.string(),
      amountFen: z.int(),
      paidAt: z.number(),
      refundFen: z.optional(z.int()),
      outRefundNo: z.optional(z.string()),
    }),
  ),
});
const rotating = z.object({ vendor, drop: z.optional(z.boolean()) });
const clockInput = z.object({ offsetMs: z.number() });
const codeQuery = z.object({ code: z.string() });

interface Kept {
  keys: PayKeys;
  ledger: LedgerState;
}
/** State of an earlier run; an invalid file counts as none. */
function readSavedState(file: string | undefined): Kept | undefined {
  if (file === undefined || !existsSync(file)) return undefined;
  try {
    const storedState: Kept = JSON.parse(readFileSync(file, 'utf8'));
    return storedState;
  } catch {
    return undefined;
  }
}

/**
 * Registers the routes of both simulated payment vendors. `file` stores their keys and ledger between runs; without
 * `file` both are lost.
 */
export function openPay(app: FastifyInstance, traffic: ReturnType<typeof openTraffic>, file?: string) {
  const savedState = readSavedState(file);
  let set = savedState ? Promise.resolve(savedState.keys) : undefined;
  // Copies the keys, because a key change here must not affect other simulators.
  const keys = () => (set ??= makeKeys().then((made) => structuredClone(made)));
  let saving: NodeJS.Timeout | undefined;
  async function save() {
    saving = undefined;
    if (file === undefined) return;
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.new`, JSON.stringify({ keys: await keys(), ledger: ledger.kept() }), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  const ledger = openLedger(() => {
    if (file !== undefined) saving ??= setTimeout(() => void save(), 200);
  }, savedState?.ledger);
  const switches = openSwitches();
  let notices: Notices | undefined;
  const tell = (subject: Subject) => notices?.tell(subject);
  const place = { keys, ledger, switches, tell };
  const wechat = openWechat(app, place);
  const alipay = openAlipay(app, place);
  const opened = async (): Promise<Notices> => {
    const made = await keys();
    return (notices ??= openNotices({ wechat: wechat.writer(made), alipay: alipay.writer(made) }, switches, traffic));
  };
  app.addHook('onClose', async () => {
    notices?.close();
    if (saving) {
      clearTimeout(saving);
      await save();
    }
  });

  const lever = <T extends z.core.$ZodType>(path: string, schema: T, pull: (given: z.output<T>) => unknown) =>
    app.post(path, { bodyLimit: 64 * 1024 * 1024 }, async (request, reply) => {
      const parsedBody = z.safeParse(schema, request.body);
      if (!parsedBody.success) return reply.code(400).send({ message: z.prettifyError(parsedBody.error) });
      await opened();
      return (await pull(parsedBody.data)) ?? {};
    });
  const subjectOf = ({ vendor: of, outTradeNo, outRefundNo }: z.output<typeof about>): Subject | null => {
    const trade = ledger.find(of, outTradeNo);
    const refund = trade?.refunds.find((one) => one.outRefundNo === outRefundNo) ?? null;
    return trade && (outRefundNo === undefined || refund) ? { trade, refund } : null;
  };

  app.get('/_ctl/pay', () => ({
    trades: ledger.list().slice(0, 40),
    switches: { wechat: switches.of('wechat'), alipay: switches.of('alipay') },
  }));
  app.get('/_ctl/pay/look', (request, reply) => {
    const trade = ledger.byCode(codeQuery.parse(request.query).code);
    return trade ? (ledger.find(trade.vendor, trade.outTradeNo) ?? trade) : reply.code(404).send({});
  });
  lever('/_ctl/pay/act', act, (actBody) => {
    const code = (actBody.code ?? '').replace(/^weixin:\/\/wxpay\/bizpayurl\?pr=/, '');
    const trade =
      actBody.vendor && actBody.outTradeNo ? ledger.find(actBody.vendor, actBody.outTradeNo) : ledger.byCode(code);
    if (!trade) return { problem: '二维码无效' };
    const problem = ledger.act(trade, actBody.what, actBody.payer);
    if (problem === null && actBody.what === 'pay') tell({ trade, refund: null });
    return { problem };
  });
  lever('/_ctl/pay/bridge', bridgeAct, async ({ facts, what }) => {
    const trade = await wechat.ofBridge(facts);
    if (typeof trade === 'string') return { message: `get_brand_wcpay_request:fail ${trade}` };
    if (what === 'cancel') return { message: 'get_brand_wcpay_request:cancel' };
    const problem = ledger.act(trade, 'pay');
    if (problem !== null) return { message: `get_brand_wcpay_request:fail ${problem}` };
    tell({ trade, refund: null });
    return { message: 'get_brand_wcpay_request:ok' };
  });
  lever('/_ctl/pay/switch', switchInput, (switchBody) => switches.set(switchBody));
  lever('/_ctl/pay/plant', plantInput, (plantBody) => void switches.plant(plantBody));
  lever('/_ctl/pay/fill', filling, ({ vendor: of, trades }) => ledger.fill(of, trades));
  lever('/_ctl/pay/clock', clockInput, ({ offsetMs }) => ledger.setClock(offsetMs));
  lever('/_ctl/pay/notice', sending, async (noticeBody) => {
    const subject = subjectOf(noticeBody);
    if (!subject) return { problem: '没有这笔' };
    const { send, write } = await opened();
    const twist = noticeBody.twist ?? 'well';
    if (noticeBody.keep) return { message: write(subject, twist, noticeBody.id ?? 'EV-KEPT') };
    return { taken: await send(subject, twist, noticeBody.id) };
  });
  lever('/_ctl/pay/settle', settling, (settleBody) => {
    const subject = subjectOf(settleBody);
    if (!subject?.refund) return { problem: '没有这笔' };
    ledger.settle(subject.refund, settleBody.state);
    return tell(subject);
  });
  lever('/_ctl/pay/rotate', rotating, async ({ vendor: of, drop = false }) => {
    const made = await keys();
    const pair = await makePair(`${of} ${Date.now()}`);
    if (of === 'wechat') made.wechat.platform = drop ? [pair] : [...made.wechat.platform, pair];
    else made.alipay.platform = pair;
    return { serial: pair.serial, publicKey: pair.publicKey };
  });

  return {
    async facts() {
      await opened();
      const { wechat: of, alipay: ali } = await keys();
      return {
        wechat: {
          ...wechatMerchant,
          appSecret: wechatAppSecret,
          serial: of.merchant.serial,
          privateKey: of.merchant.privateKey,
          apiV3Key: of.apiV3Key,
          publicKeyId: of.publicKeyId,
          publicKey: of.publicKey.publicKey,
        },
        alipay: {
          ...alipayApp,
          privateKey: ali.app.privateKey,
          publicKey: ali.platform.publicKey,
          appCertificate: ali.app.certificate,
          certificate: ali.platform.certificate,
        },
      };
    },
    switches,
    clear() {
      ledger.clear();
      switches.clear();
      wechat.clear();
      alipay.clear();
    },
  };
}

export const payFacts = { payers, noticeModes, refundModes, answerModes };
