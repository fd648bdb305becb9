import { warningCalls } from '@anlan/contract/modules/warning/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

const calls = api(warningCalls);

/** How many warnings stand at each level. */
export const levelCounts = () =>
  queryOptions({
    queryKey: ['warning', 'counts'],
    queryFn: ({ signal }) => calls.counts({}, { signal, quiet: true }),
  });
/** Papers of an item that others have taken the place of. */
export const versionsOf = (id: string) =>
  queryOptions({
    queryKey: ['warning', 'versions', id],
    queryFn: ({ signal }) => calls.versions({ id }, { signal, quiet: true }),
  });
