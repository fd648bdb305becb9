import { wxAccountCalls } from '@anlan/contract/modules/wx-account/calls';
import { api } from '#lib/api.ts';

const calls = api(wxAccountCalls);

export const checkAccount = (id: string) => calls.check({ id }, { quiet: true });
/** Updates an account. Secrets that are omitted remain unchanged. */
export const updateAccount = (input: Parameters<typeof calls.update>[0]) => calls.update(input, { quiet: true });
