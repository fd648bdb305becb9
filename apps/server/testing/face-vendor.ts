// Who compares faces in houses under test: answers as it is told to, and keeps no picture.
import type { FaceCompare, FaceResult } from '#platform/face/index.ts';
import { FaceError } from '#platform/face/index.ts';

/** A service that says what it was told to, and how often it was asked. */
export function openFaceVendor() {
  let next: FaceResult | 'away' = 'passed';
  let asked = 0;
  const compare: FaceCompare['compare'] = ({ reference, shot }) => {
    if (next === 'away' || reference.length === 0 || shot.length === 0) return Promise.reject(new FaceError('away'));
    asked += 1;
    return Promise.resolve(next);
  };
  return {
    vendor: { compare },
    asked: () => asked,
    /** What it says from now on. */
    say(answer: FaceResult | 'away') {
      next = answer;
    },
  };
}
