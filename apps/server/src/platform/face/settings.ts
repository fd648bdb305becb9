import * as z from 'zod/mini';

export interface FaceSettings {
  base: string;
  token: string;
}

const checked = (expected: string, fits: (value: string) => boolean) => z.string().check(z.refine(fits, expected));

export const faceEnvironment = {
  FACE_BASE: z.optional(
    checked('https://主机/路径', (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)),
  ),
  FACE_TOKEN: z.optional(checked('人脸比对服务的令牌', (value) => /^[!-~]{8,128}$/.test(value))),
};
const environment = z.object(faceEnvironment);

export const readFace = ({ FACE_BASE: base, FACE_TOKEN: token }: z.output<typeof environment>): FaceSettings | null =>
  base === undefined || token === undefined ? null : { base, token };
