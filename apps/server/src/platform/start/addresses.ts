import { isIP } from 'node:net';

export const isHostName = (value: string) => isIP(value) > 0 || /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(value);
export const isNetwork = (value: string) => {
  const [base = '', bits, ...rest] = value.split('/');
  const family = isIP(base);
  if (!family || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
};
/** Parses the origin of a URL; undefined when it has a path, query or more. */
export const origin = (value: string) => {
  if (!URL.canParse(value)) return undefined;
  const url = new URL(value);
  const bare = url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  return bare && /^https?:$/.test(url.protocol) ? url.origin : undefined;
};
/** Parses a map tile URL. It must have one fixed host, because the content security policy lists that host. */
export const tileAddress = (value: string) => {
  if (!['{x}', '{y}', '{z}'].every((place) => value.includes(place))) return undefined;
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) return undefined;
  const { host, username, password } = new URL(value);
  return /^[a-z0-9.-]+(:\d+)?$/i.test(host) && !username && !password ? value : undefined;
};
