import { expect, it } from 'vitest';
import { faces, withFaces } from './emoji.ts';

it('replaces WeChat emoji codes by emoji and leaves unknown codes unchanged', () => {
  expect(withFaces('好的[微笑][OK] [三号井] [图片]')).toBe('好的🙂👌 [三号井] [图片]');
  expect(faces).toHaveLength(60);
});
