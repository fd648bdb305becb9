// Identity providers for tests that need no real one.
import type { Directory, DirectoryPerson, DirectoryVerdict } from '#platform/ldap/index.ts';
import type { OauthVendor, VendorIdentity } from '#platform/wxopen/index.ts';

/** Simulates an OAuth vendor. The code `code-<name>` signs in that user, once. */
export function openVendor() {
  const spent = new Set<string>();
  const vendor: OauthVendor = {
    provider: 'wechat',
    appId: 'wx0000test',
    frame: 'https://vendor.example',
    pageOf: (state) => `https://vendor.example/connect/qrconnect?state=${state}#wechat_redirect`,
    identify(code): Promise<VendorIdentity | null> {
      const [, name] = /^code-(\w+)$/.exec(code) ?? [];
      if (name === undefined || spent.has(code)) return Promise.resolve(null);
      spent.add(code);
      return Promise.resolve({ subject: `unionid:${name}`, unionId: name, label: name });
    },
  };
  return vendor;
}

/** Simulates a directory. The password of a user is `directory-<name>`. */
export const openDirectory = (): Directory => {
  const personOf = (name: string): DirectoryPerson => ({
    subject: `guid-${name}`,
    label: name,
    mobile: null,
    mail: null,
  });
  return {
    id: 'test',
    name: '测试目录',
    tenantId: null,
    matchByMobile: false,
    matchByMail: false,
    authenticate: (name, password): Promise<DirectoryVerdict> =>
      Promise.resolve(
        password === `directory-${name}`
          ? { kind: 'proven', person: personOf(name) }
          : { kind: 'refused', code: null, message: null },
      ),
    find: (name) => Promise.resolve(personOf(name)),
  };
};
