import { warningCalls } from '@anlan/contract/modules/warning/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

const calls = api(warningCalls);

/** What the server told this person each day about what runs out. */
export const myDigests = () =>
  queryOptions({
    queryKey: ['warning', 'digests'],
    queryFn: ({ signal }) => calls.digests({}, { signal, quiet: true }),
  });
/** Says that it was read. */
export const readMyDigests = () => calls.digestsRead();
