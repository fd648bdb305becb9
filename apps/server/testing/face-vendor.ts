// Who compares faces in servers under test: answers as it is told to, and keeps no picture.
import type { FaceCompare, FaceResult } from '#platform/face/index.ts';
import { FaceError } from '#platform/face/index.ts';

/** A service that says what it was told to, and how often it was asked. */
export function openFaceVendor() {
  let next: FaceResult | 'away' = 'passed';
  let asked = 0;
  let waited = 0;
  const waiting: (() => void)[] = [];
  const compare: FaceCompare['compare'] = ({ reference, shot }) => {
    if (next === 'away' || reference.length === 0 || shot.length === 0) return Promise.reject(new FaceError('away'));
    asked += 1;
    const said = next;
    if (waited === 0) return Promise.resolve(said);
    return new Promise((done) => {
      waiting.push(() => done(said));
      if (waiting.length < waited) return;
      waited = 0;
      for (const go of waiting.splice(0)) go();
    });
  };
  return {
    vendor: { compare },
    asked: () => asked,
    /** Answers nobody until so many have asked. */
    together(count: number) {
      waited = count;
    },
    /** What it says from now on. */
    say(answer: FaceResult | 'away') {
      next = answer;
    },
  };
}
