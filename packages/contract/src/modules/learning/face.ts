// The face check of a sitting (人脸核验): what is asked, what is kept of it, and the words that are agreed to.
import * as z from 'zod/mini';
import { id, instant } from '../../domain/fields.ts';

/** What a learner agrees to before the first check; changed words count anew from everybody. */
export const faceConsentWords = {
  words: 1,
  text: [
    '为确认学习的是您本人，学习开始时和学习过程中会不定时请您拍一张照片，与本企业登记的您的照片比对。',
    '拍下的照片只用于当次比对，比对后立即丢弃，不保存；只保存核验的时间和结果，本企业和监管单位可以看到。',
    '人脸信息是敏感个人信息。您可以不同意，改为申请人工确认，不影响您学习；同意后可随时在本页撤回，撤回时一并删除登记的照片。',
  ],
} as const;

/** Failed tries of one check before the other way is offered first. */
export const faceTriesMost = 3;
/** Shots of one sitting in all: each is paid for. */
export const faceShotsMost = 10;
/** Largest photo in bytes. */
export const faceShotBytes = 300 * 1024;

/** What is kept of a check. */
export const faceResults = {
  passed: '通过',
  failed: '未通过',
  unsure: '未看清',
  manual: '申请人工确认',
  confirmed: '人工确认',
  rejected: '人工确认未通过',
} as const;
/** What is kept of a check. */
export type FaceResultWord = keyof typeof faceResults;
/** A check as it is kept: never with a picture. */
export const faceCheck = z.object({
  at: instant,
  result: z.enum(Object.keys(faceResults) as [FaceResultWord, ...FaceResultWord[]]),
});

/** How what waits for somebody's confirmation stands. */
export const heldState = z.enum(['waiting', 'confirmed', 'rejected']);

/** What a sitting asks of its learner, or that it goes on and its credit waits. */
export const sittingFace = z.object({
  /** consent is asked for first; then a shot; manual where the other way comes first; held goes on uncredited. */
  state: z.enum(['consent', 'shot', 'manual', 'held']),
  /** Tries that are left before the other way comes first. */
  triesLeft: z.int(),
  /** Whether the register has a picture to compare with. */
  hasReference: z.boolean(),
});
/** What a sitting asks of its learner. */
export type SittingFace = z.output<typeof sittingFace>;

/** What came of an answer to a check. */
export const faceAnswer = z.object({
  /** What the comparison said; null where there was none. */
  result: z.nullable(z.enum(['passed', 'failed', 'unsure'])),
  /** What the sitting asks now. */
  face: z.nullable(sittingFace),
});
/** What came of an answer to a check. */
export type FaceAnswer = z.output<typeof faceAnswer>;

const most = Math.ceil(faceShotBytes / 3) * 4;
/** A shot from the camera: a JPEG in base64. */
export const faceShot = z.object({
  /** The sitting. */
  id,
  /** The picture; compared and dropped. */
  shot: z
    .string('请拍摄照片')
    .check(
      z.maxLength(most, '照片不能超过 300 KB，请重新拍摄'),
      z.regex(/^\/9j\/[A-Za-z0-9+/]{16,}={0,2}$/, '请拍摄 JPEG 照片'),
    ),
});
