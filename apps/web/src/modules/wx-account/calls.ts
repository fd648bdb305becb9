import { wxAccountCalls } from '@anlan/contract/modules/wx-account/calls';
import { api } from '#lib/api.ts';

const calls = api(wxAccountCalls);

/** Asks WeChat for an access token now. */
export const checkAccount = (id: string) => calls.check({ id }, { quiet: true });
/** Replaces secrets; what is left out stays. */
export const updateAccount = (input: Parameters<typeof calls.update>[0]) => calls.update(input, { quiet: true });
