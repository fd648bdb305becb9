import { certificateCalls } from '@anlan/contract/modules/certificate/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

export const certificates = api(certificateCalls);
export const rateOf = (enterpriseId: string | undefined) =>
  queryOptions({
    queryKey: ['certificate', 'rate', enterpriseId],
    queryFn: ({ signal }) => certificates.rate(enterpriseId ? { enterpriseId } : {}, { signal, quiet: true }),
  });
export const mine = () =>
  queryOptions({
    queryKey: ['certificate', 'mine'],
    queryFn: ({ signal }) => certificates.mine({}, { signal, quiet: true }),
  });
