// Simulates face comparison. It returns the configured result, compares no face and stores no image.
import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';

export const faceResults = { passed: '是本人', failed: '不是本人', unsure: '看不清' } as const;
const result = z.enum(['passed', 'failed', 'unsure']);
export const faceInput = z.object({ result });
const picture = z.string().check(z.minLength(1));
const pair = z.object({ reference: picture, shot: picture });

export function openFaces() {
  const token = randomBytes(18).toString('hex');
  let next: keyof typeof faceResults = 'passed';
  let compareCount = 0;
  return {
    token,
    compare(body: unknown, authorization: string | undefined) {
      if (authorization !== `Bearer ${token}`) return { status: 401, said: { message: 'unknown token' } };
      if (!pair.safeParse(body).success) return { status: 400, said: { message: 'two pictures are wanted' } };
      compareCount += 1;
      return { status: 200, said: { result: next } };
    },
    look: () => ({ result: next, asked: compareCount }),
    say(nextResult: keyof typeof faceResults) {
      next = nextResult;
    },
    clear() {
      next = 'passed';
      compareCount = 0;
    },
  };
}
