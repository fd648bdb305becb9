// LDAP and Active Directory: looks up people and checks passwords.
import {
  AndFilter,
  Client,
  EqualityFilter,
  InvalidCredentialsError,
  OrFilter,
  SizeLimitExceededError,
  type Entry,
} from 'ldapts';
import { accountOf, refusalOf, type Refusal } from './diagnostic-codes.ts';
import type { DirectorySettings } from './settings.ts';

export interface DirectoryPerson {
  subject: string;
  label: string | null;
  mobile: string | null;
  mail: string | null;
}

export type DirectoryVerdict = { kind: 'proven'; person: DirectoryPerson } | ({ kind: 'refused' } & Refusal);

export interface Directory {
  id: string;
  name: string;
  /** Tenant whose people this directory has; null: people of all tenants. */
  tenantId: string | null;
  matchByMobile: boolean;
  matchByMail: boolean;
  /** Checks name and password in the directory. Throws when the directory does not answer. */
  authenticate(name: string, password: string): Promise<DirectoryVerdict>;
  /** Finds a person whom a trusted proxy has authenticated. Null unless exactly one entry has the name. */
  find(name: string): Promise<DirectoryPerson | null>;
}

const waitMs = 3_000;
const disabled = 2;
const nobody: DirectoryVerdict = { kind: 'refused', code: null, message: null };

const textOf = (entry: Entry, attribute: string): string | null => {
  const value = entry[attribute];
  const [first] = Array.isArray(value) ? value : [value];
  const text = Buffer.isBuffer(first) ? first.toString('utf8') : first;
  return text === undefined || text === '' ? null : text;
};

export function createDirectory(settings: DirectorySettings): Directory {
  const { url, startTls, ca, bindDn, bindPassword, baseDn, objectClass, userAttributes, idAttribute } = settings;
  const { nameAttribute, mobileAttribute, mailAttribute } = settings;
  const tls = { rejectUnauthorized: true, minVersion: 'TLSv1.2' as const, ...(ca === null ? {} : { ca: [ca] }) };

  /** Connects to the directory and runs `work`, at most three seconds in all. */
  async function connected<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const tlsOptions = url.startsWith('ldaps:') ? { tlsOptions: tls } : {};
    const client = new Client({ url, timeout: waitMs, connectTimeout: waitMs, strictDN: true, ...tlsOptions });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('the directory does not answer')), waitMs);
    });
    const run = async () => {
      if (startTls) await client.startTLS(tls);
      return work(client);
    };
    try {
      return await Promise.race([run(), late]);
    } finally {
      clearTimeout(timer);
      void client.unbind().catch(() => {});
    }
  }

  function personOf(entry: Entry): DirectoryPerson | null {
    const value = entry[idAttribute];
    const [id] = Array.isArray(value) ? value : [value];
    const bytes = Buffer.isBuffer(id) ? id : Buffer.from(id ?? '');
    if (bytes.length === 0) return null;
    return {
      subject: idAttribute === 'objectGUID' ? bytes.toString('hex') : bytes.toString('utf8'),
      label: textOf(entry, nameAttribute),
      mobile: textOf(entry, mobileAttribute),
      mail: textOf(entry, mailAttribute),
    };
  }

  async function search(client: Client, account: string): Promise<Entry | null> {
    await client.bind(bindDn, bindPassword);
    const names = userAttributes.map((attribute) => new EqualityFilter({ attribute, value: account }));
    const filter = new AndFilter({
      filters: [new EqualityFilter({ attribute: 'objectClass', value: objectClass }), new OrFilter({ filters: names })],
    });
    try {
      const { searchEntries } = await client.search(baseDn, {
        scope: 'sub',
        filter,
        sizeLimit: 2,
        timeLimit: 3,
        attributes: [idAttribute, nameAttribute, mobileAttribute, mailAttribute, 'userAccountControl'],
        explicitBufferAttributes: [idAttribute],
      });
      const [first] = searchEntries;
      return searchEntries.length === 1 ? (first ?? null) : null;
    } catch (error) {
      if (error instanceof SizeLimitExceededError) return null;
      throw error;
    }
  }

  return {
    id: settings.id,
    name: settings.name,
    tenantId: settings.tenantId,
    matchByMobile: settings.matchByMobile,
    matchByMail: settings.matchByMail,
    async authenticate(name, password) {
      const account = accountOf(name);
      // Refuses an empty password here: a directory would accept it as an anonymous bind (RFC 4513, 5.1.2).
      if (account === null || password === '' || password.includes('\0')) return nobody;
      return connected(async (client): Promise<DirectoryVerdict> => {
        const entry = await search(client, account);
        const person = entry && personOf(entry);
        if (!entry || !person) return nobody;
        try {
          await client.bind(entry.dn, password);
        } catch (error) {
          if (error instanceof InvalidCredentialsError) return { kind: 'refused', ...refusalOf(error.message) };
          throw error;
        }
        return { kind: 'proven', person };
      });
    },
    async find(name) {
      const account = accountOf(name);
      if (account === null) return null;
      return connected(async (client) => {
        const entry = await search(client, account);
        if (!entry || (Number(textOf(entry, 'userAccountControl') ?? 0) & disabled) !== 0) return null;
        return personOf(entry);
      });
    },
  };
}
