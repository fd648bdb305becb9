// Face comparison vendor for tests. It returns the configured result and stores no image.
import type { FaceCompare, FaceResult } from '#platform/face/index.ts';
import { FaceError } from '#platform/face/index.ts';

export function openFaceVendor() {
  let next: FaceResult | 'away' = 'passed';
  let compareCount = 0;
  let waited = 0;
  const waiting: (() => void)[] = [];
  const compare: FaceCompare['compare'] = ({ reference, shot }) => {
    if (next === 'away' || reference.length === 0 || shot.length === 0) return Promise.reject(new FaceError('away'));
    compareCount += 1;
    const answer = next;
    if (waited === 0) return Promise.resolve(answer);
    return new Promise((done) => {
      waiting.push(() => done(answer));
      if (waiting.length < waited) return;
      waited = 0;
      for (const go of waiting.splice(0)) go();
    });
  };
  return {
    vendor: { compare },
    asked: () => compareCount,
    together(count: number) {
      waited = count;
    },
    say(answer: FaceResult | 'away') {
      next = answer;
    },
  };
}
