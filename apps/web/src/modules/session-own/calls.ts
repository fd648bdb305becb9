import { sessionOwnCalls } from '@anlan/contract/modules/session/own-calls';
import { sessionSwitchCalls } from '@anlan/contract/modules/session/switch-calls';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { goOverTo } from '#lib/session.ts';
import { tokens } from '#lib/tokens.ts';

const { online, endOnline: end } = api({ online: sessionOwnCalls.online, endOnline: sessionOwnCalls.endOnline });
const { shops, switchTo } = api({ shops: sessionSwitchCalls.shops, switchTo: sessionSwitchCalls.switchTo });

/** The enterprises one may go over to. */
export const ownShops = queryOptions({
  queryKey: ['session', 'shops'],
  queryFn: ({ signal }) => shops({}, { signal, quiet: true }),
  staleTime: 0,
});

/** Goes over to another enterprise. */
export async function goOver(shopId: string, phone: string): Promise<void> {
  const held = tokens();
  if (held === null) return;
  goOverTo(await switchTo({ phone, shopId, tenantId: held.tenantId }, { quiet: true }));
}

/** How the list of those online stands in its URL. */
export const onlineQuery = sessionOwnCalls.online.input;
/** What that list asks for. */
export type OnlinePage = Parameters<typeof online>[0];
/** Its filters. */
export type OnlineFilter = OnlinePage['filter'];

/** Everything that has been read of who is online. */
export const onlineKey = ['session', 'online'] as const;

/** A page of those online; looked at anew every half minute while it is in front. */
export const onlinePage = (input: OnlinePage) =>
  queryOptions({
    queryKey: [...onlineKey, input],
    queryFn: ({ signal }) => online(input, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });

/** Ends a session of anybody. */
export const endOnline = ({ id }: { id: string }) => end({ id });
