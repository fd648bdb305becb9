import { describe, expect, it } from 'vitest';
import { uploadProblem } from './upload-rules.ts';

describe('file to upload', () => {
  it('is refused with the specified message when the file is no picture or larger than 1 MB', () => {
    expect(uploadProblem('logo', { name: 'a.gif', size: 10 })).toBe('只能上传jpg/png文件，且不超过1M');
    expect(uploadProblem('logo', { name: 'a.PNG', size: 1024 * 1024 + 1 })).toBe('只能上传jpg/png文件，且不超过1M');
    expect(uploadProblem('logo', { name: 'a.PNG', size: 1024 * 1024 })).toBeNull();
  });

  it('is refused before the upload when the file is a site plan of 60 MB', () => {
    expect(uploadProblem('photo', { name: '总平面图.png', size: 60 * 2 ** 20 })).toBe(
      '只能上传jpg/png图片，且不超过20M',
    );
  });

  it('may be a PDF when the purpose is licence', () => {
    expect(uploadProblem('licence', { name: '执照.pdf', size: 5_000_000 })).toBeNull();
    expect(uploadProblem('licence', { name: '执照.exe', size: 5 })).toContain('pdf');
    expect(uploadProblem('licence', { name: '执照.pdf', size: 0 })).toBe('文件是空的，请重新选择');
  });
});
