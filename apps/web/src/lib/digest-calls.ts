import { warningCalls } from '@anlan/contract/modules/warning/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

const calls = api(warningCalls);

export const myDigests = () =>
  queryOptions({
    queryKey: ['warning', 'digests'],
    queryFn: ({ signal }) => calls.digests({}, { signal, quiet: true }),
  });
export const readMyDigests = () => calls.digestsRead();
