// Face checks (人脸核验) during a learning session: requests, stored results, and the consent text.
import * as z from 'zod/mini';
import { id, instant } from '../../domain/fields.ts';

/** Consent text that a person sees before the first face check. After a change, everybody must agree again. */
export const faceConsentWords = {
  words: 1,
  text: [
    '为确认学习的是您本人，学习开始时和学习过程中会不定时请您拍一张照片，与本企业登记的您的照片比对。',
    '拍下的照片只用于当次比对，比对后立即丢弃，不保存；只保存核验的时间和结果，本企业和监管单位可以看到。',
    '人脸信息是敏感个人信息。您可以不同意，改为申请人工确认，不影响您学习；同意后可随时在本页撤回，撤回时一并删除登记的照片。',
  ],
} as const;

/** Number of failed attempts after which manual confirmation is offered first. */
export const maxFaceTries = 3;
/** Maximum photos per learning session; the vendor charges for each photo. */
export const maxFaceShots = 10;
export const faceShotBytes = 300 * 1024;

export const faceResults = {
  passed: '通过',
  failed: '未通过',
  unsure: '未看清',
  manual: '申请人工确认',
  confirmed: '人工确认',
  rejected: '人工确认未通过',
} as const;
export type FaceResultWord = keyof typeof faceResults;
/** A stored face check; the picture is not stored. */
export const faceCheck = z.object({
  at: instant,
  result: z.enum(Object.keys(faceResults) as [FaceResultWord, ...FaceResultWord[]]),
});

export const confirmationState = z.enum(['waiting', 'confirmed', 'rejected']);

export const sittingFace = z.object({
  /**
   * `consent`: asks for consent first. `shot`: takes a photo. `manual`: offers manual confirmation first. `held`:
   * learning continues without credit.
   */
  state: z.enum(['consent', 'shot', 'manual', 'held']),
  triesLeft: z.int(),
  hasReference: z.boolean(),
});
export type SittingFace = z.output<typeof sittingFace>;

export const faceAnswer = z.object({
  result: z.nullable(z.enum(['passed', 'failed', 'unsure'])),
  face: z.nullable(sittingFace),
});
export type FaceAnswer = z.output<typeof faceAnswer>;

const maxShotLength = Math.ceil(faceShotBytes / 3) * 4;
export const faceShot = z.object({
  id,
  shot: z
    .string('请拍摄照片')
    .check(
      z.maxLength(maxShotLength, '照片不能超过 300 KB，请重新拍摄'),
      z.regex(/^\/9j\/[A-Za-z0-9+/]{16,}={0,2}$/, '请拍摄 JPEG 照片'),
    ),
});
