import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

const line = () => z.string().check(z.minLength(1), z.maxLength(500));
const attribute = () => z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/));
const isAddress = (text: string) => URL.canParse(text) && /^ldaps?:$/.test(new URL(text).protocol);

const directory = z.strictObject({
  id: z.string().check(z.regex(/^[a-z0-9-]{1,32}$/)),
  name: line(),
  tenantId: z.optional(z.string().check(z.regex(/^\d{1,19}$/))),
  url: z.string().check(z.refine(isAddress)),
  startTls: z._default(z.boolean(), false),
  /** Path of the CA certificate of the directory. */
  caFile: z.optional(line()),
  bindDn: line(),
  bindPassword: z.optional(line()),
  bindPasswordFile: z.optional(line()),
  baseDn: line(),
  objectClass: z._default(attribute(), 'user'),
  userAttributes: z._default(z.array(attribute()).check(z.minLength(1), z.maxLength(5)), [
    'sAMAccountName',
    'userPrincipalName',
  ]),
  idAttribute: z._default(attribute(), 'objectGUID'),
  nameAttribute: z._default(attribute(), 'displayName'),
  mobileAttribute: z._default(attribute(), 'mobile'),
  mailAttribute: z._default(attribute(), 'mail'),
  matchByMobile: z._default(z.boolean(), false),
  matchByMail: z._default(z.boolean(), false),
});

export type DirectorySettings = Omit<
  z.output<typeof directory>,
  'caFile' | 'bindPasswordFile' | 'bindPassword' | 'tenantId'
> & { tenantId: string | null; ca: string | null; bindPassword: string };

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function settingsOf(input: z.output<typeof directory>): DirectorySettings | undefined {
  const { caFile, bindPasswordFile, bindPassword, tenantId, ...rest } = input;
  const { hostname, protocol } = new URL(rest.url);
  // Refuses an unencrypted connection to another machine, because passwords are sent over it (S16).
  if (protocol === 'ldap:' && !rest.startTls && !loopback.test(hostname)) return undefined;
  const password =
    bindPassword ?? (bindPasswordFile === undefined ? '' : readFileSync(bindPasswordFile, 'utf8').trim());
  if (password === '') return undefined;
  const ca = caFile === undefined ? null : readFileSync(caFile, 'utf8');
  return { ...rest, tenantId: tenantId ?? null, ca, bindPassword: password };
}

export function readDirectories(text: string): readonly DirectorySettings[] | undefined {
  try {
    const read = z.safeParse(z.array(directory).check(z.maxLength(50)), JSON.parse(text));
    if (!read.success) return undefined;
    const all = read.data.map(settingsOf).filter((one) => one !== undefined);
    const distinct = new Set(all.map(({ id }) => id)).size === all.length;
    return all.length === read.data.length && distinct ? all : undefined;
  } catch {
    return undefined;
  }
}
