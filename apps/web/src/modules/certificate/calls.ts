import { certificateCalls } from '@anlan/contract/modules/certificate/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

/** Calls about certificates. */
export const certificates = api(certificateCalls);
/** How many of an enterprise's people in posts that need a paper hold a valid one. */
export const rateOf = (enterpriseId: string | undefined) =>
  queryOptions({
    queryKey: ['certificate', 'rate', enterpriseId],
    queryFn: ({ signal }) => certificates.rate(enterpriseId ? { enterpriseId } : {}, { signal, quiet: true }),
  });
/** One's own certificates. */
export const mine = () =>
  queryOptions({
    queryKey: ['certificate', 'mine'],
    queryFn: ({ signal }) => certificates.mine({}, { signal, quiet: true }),
  });
