// Comparing faces: answers as it is told to, looks at no face and keeps no picture.
import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';

/** What the service may say. */
export const faceResults = { passed: '是本人', failed: '不是本人', unsure: '看不清' } as const;
const result = z.enum(['passed', 'failed', 'unsure']);
/** What the service says from now on. */
export const faceInput = z.object({ result });
const picture = z.string().check(z.minLength(1));
const pair = z.object({ reference: picture, shot: picture });

/** Opens the service; its token is new at each start. */
export function openFaces() {
  const token = randomBytes(18).toString('hex');
  let next: keyof typeof faceResults = 'passed';
  let asked = 0;
  return {
    token,
    /** POST /face/compare. */
    compare(body: unknown, authorization: string | undefined) {
      if (authorization !== `Bearer ${token}`) return { status: 401, said: { message: 'unknown token' } };
      if (!pair.safeParse(body).success) return { status: 400, said: { message: 'two pictures are wanted' } };
      asked += 1;
      return { status: 200, said: { result: next } };
    },
    look: () => ({ result: next, asked }),
    say(given: keyof typeof faceResults) {
      next = given;
    },
    clear() {
      next = 'passed';
      asked = 0;
    },
  };
}
