// API calls for people who apply as a shop. They have no account.
import { companyCalls } from '@anlan/contract/modules/company/calls';
import { shopCalls } from '@anlan/contract/modules/shop/calls';
import { smsCalls } from '@anlan/contract/modules/sms/calls';
import { api } from '#lib/api.ts';

const { apply, applyState } = api({ apply: shopCalls.apply, applyState: shopCalls.applyState });
const { send } = api({ send: smsCalls.send });
const { byApplicant } = api({ byApplicant: companyCalls.byApplicant });
const quiet = { quiet: true } as const;

export const sendShopCode = (tenantId: string, phone: string, captcha: { key: string; code: string } | null) =>
  send({ tenantId, phone, type: 'shop', randomStr: captcha?.key, code: captcha?.code }, quiet);
/** Queries the company register by credit code. Returns null if the register has no match. */
export const lookUpCompany = (tenantId: string, creditCode: string) => byApplicant({ tenantId, creditCode }, quiet);
export const applyWithShop = (input: Parameters<typeof apply>[0]) => apply(input, quiet);
export const readShopProgress = (number: string, phone: string) => applyState({ number, phone }, quiet);
