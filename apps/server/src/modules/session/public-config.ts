import type { PublicConfig } from '@anlan/contract/modules/session/session';
import type { Config } from '#config';
import type { Secrets } from '#platform/secrets/index.ts';

/** What a page must know before anybody has signed in, but for the words of dictionaries. */
export const publicConfigOf = (config: Config, secrets: Secrets): Omit<PublicConfig, 'userTypes' | 'seeding'> => ({
  clientId: secrets.clientId,
  clientSecret: secrets.clientSecret,
  passwordKey: secrets.passwordKey,
  passwordMode: 'CBC',
  encryptKey: config.encryptResponses ? secrets.encryptKey : null,
  captcha: config.captcha,
  appName: '安澜',
  version: '1.0.6',
});
