import type { OwnValues } from '../own-values.ts';

export const values: OwnValues = {
  // Secrets have forms of their own, and an app id is one account's in the whole installation.
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
