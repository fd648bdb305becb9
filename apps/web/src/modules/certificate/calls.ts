import { certificateCalls } from '@anlan/contract/modules/certificate/calls';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';

export const certificates = api(certificateCalls);
export const rateOf = (enterpriseId: string | undefined) =>
  callQuery(['certificate', 'rate', enterpriseId], certificates.rate, enterpriseId ? { enterpriseId } : {});
export const mine = () => callQuery(['certificate', 'mine'], certificates.mine, {});
