// The calls of whoever applies with a shop, without an account.
import { companyCalls } from '@anlan/contract/modules/company/calls';
import { shopCalls } from '@anlan/contract/modules/shop/calls';
import { smsCalls } from '@anlan/contract/modules/sms/calls';
import { api } from '#lib/api.ts';

const { apply, applyState } = api({ apply: shopCalls.apply, applyState: shopCalls.applyState });
const { send } = api({ send: smsCalls.send });
const { byApplicant } = api({ byApplicant: companyCalls.byApplicant });
const quiet = { quiet: true } as const;

/** Sends a code to the phone of the person who applies. */
export const sendShopCode = (tenantId: string, phone: string, captcha: { key: string; code: string } | null) =>
  send({ tenantId, phone, type: 'shop', randomStr: captcha?.key, code: captcha?.code }, quiet);
/** What the register of companies says of a credit code; null where it knows none. */
export const lookUpCompany = (tenantId: string, creditCode: string) => byApplicant({ tenantId, creditCode }, quiet);
/** Sends the application. */
export const applyWithShop = (said: Parameters<typeof apply>[0]) => apply(said, quiet);
/** Where an application stands. */
export const readShopProgress = (number: string, phone: string) => applyState({ number, phone }, quiet);
