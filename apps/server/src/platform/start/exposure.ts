import { BlockList, isIP } from 'node:net';

const loopbackAddresses = new BlockList();
loopbackAddresses.addSubnet('127.0.0.0', 8, 'ipv4');
loopbackAddresses.addAddress('::1', 'ipv6');

export const isLoopback = (host: string) =>
  host.toLowerCase() === 'localhost' ||
  (isIP(host) > 0 && loopbackAddresses.check(host, isIP(host) === 4 ? 'ipv4' : 'ipv6'));

interface LoginMethods {
  HOST: string;
  PUBLIC_URL?: string | undefined;
  TRUST_PROXY: readonly string[];
  DIRECTORY_PROXY?: readonly string[] | undefined;
  WXOPEN_REDIRECT?: string | undefined;
}

/**
 * Lists the settings that make an installation reachable from other machines; an empty list for local use. The listen
 * address alone is not enough, because a local proxy may forward requests to it (S91).
 */
export function exposedBy({ HOST, PUBLIC_URL, TRUST_PROXY, DIRECTORY_PROXY, WXOPEN_REDIRECT }: LoginMethods): string[] {
  const back = WXOPEN_REDIRECT === undefined ? 'localhost' : new URL(WXOPEN_REDIRECT).hostname;
  return [
    ...(isLoopback(HOST) ? [] : [`HOST=${HOST}`]),
    ...(PUBLIC_URL === undefined ? [] : ['PUBLIC_URL']),
    ...(TRUST_PROXY.length === 0 ? [] : ['TRUST_PROXY']),
    ...(DIRECTORY_PROXY === undefined ? [] : ['DIRECTORY_PROXY']),
    ...(isLoopback(back.replace(/^\[|\]$/g, '')) ? [] : ['WXOPEN_REDIRECT']),
  ];
}
