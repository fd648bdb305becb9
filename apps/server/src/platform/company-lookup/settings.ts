import * as z from 'zod/mini';

export interface TianyanchaSettings {
  base: string;
  token: string;
}

const checked = (expected: string, fits: (value: string) => boolean) => z.string().check(z.refine(fits, expected));

export const tianyanchaEnvironment = {
  TIANYANCHA_TOKEN: z.optional(checked('天眼查开放平台的令牌', (value) => /^[!-~]{8,128}$/.test(value))),
  TIANYANCHA_BASE: z._default(
    checked('https://主机/路径', (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)),
    'https://open.api.tianyancha.com',
  ),
};
const environment = z.object(tianyanchaEnvironment);

export const readTianyancha = ({
  TIANYANCHA_TOKEN: token,
  TIANYANCHA_BASE: base,
}: z.output<typeof environment>): TianyanchaSettings | null => (token === undefined ? null : { base, token });
