import type { PublicConfig } from '@anlan/contract/modules/session/session';
import { productVersion } from '@anlan/contract/release';
import type { Config } from '#config';
import type { Secrets } from '#platform/secrets/index.ts';

export const publicConfigOf = (config: Config, secrets: Secrets): Omit<PublicConfig, 'userTypes' | 'seeding'> => ({
  clientId: secrets.clientId,
  clientSecret: secrets.clientSecret,
  passwordKey: secrets.passwordKey,
  passwordMode: 'CBC',
  encryptKey: config.encryptResponses ? secrets.encryptKey : null,
  captcha: config.captcha,
  appName: '安澜',
  version: productVersion,
});
