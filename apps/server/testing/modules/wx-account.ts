import type { OwnValues } from '../module-values.ts';

export const values: OwnValues = {
  // Secrets have fixed formats, and an app id is unique in the installation.
  wxAccount: () =>
    Promise.resolve({
      appId: `wx${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`,
      secret: undefined,
      token: undefined,
      aesKey: undefined,
    }),
};

export const columns = {
  wxAccount: { appId: `'wx' || substr(md5(gen_random_uuid()::text), 1, 16)` },
};
