// Tests a large upload over a bad connection: only lost parts are sent again, and a cancelled upload is removed from
// the server.
import { partBytes } from '@anlan/contract/modules/upload/calls';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError, networkError } from './api-error.ts';
import { sendInParts } from './send-in-parts.ts';

const calls = vi.hoisted(() => ({ begin: vi.fn(), part: vi.fn(), finish: vi.fn(), cancel: vi.fn() }));
vi.mock('./api.ts', () => ({ api: () => calls }));

const bytes = new Uint8Array(3 * partBytes + 5).map((_, at) => at % 251);
const file = new File([bytes], '制动检查.mp4', { lastModified: 7 });
const partOf = (at: number) => bytes.slice(at * partBytes, (at + 1) * partBytes);
const hashOf = async (data: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest('SHA-256', data));
const hexOf = (data: Uint8Array) => [...data].map((one) => one.toString(16).padStart(2, '0')).join('');

beforeEach(() => {
  // Only timeouts are simulated and pass at once; the clock is real.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  for (const one of Object.values(calls)) one.mockReset();
  calls.begin.mockResolvedValue({ id: 'one', have: [] });
  calls.part.mockResolvedValue({});
  calls.finish.mockResolvedValue({ url: '/upms/file/x', name: '制动检查.mp4' });
  calls.cancel.mockResolvedValue(null);
});

async function ended<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  work.then(end, end);
  while (!isOver) await vi.advanceTimersByTimeAsync(15_000);
  return work;
}
const watch = () => ({
  onProgress: vi.fn<(share: number) => void>(),
  onWaiting: vi.fn<(isWaiting: boolean) => void>(),
  signal: new AbortController().signal,
});

it('sends lost parts of a file until they arrive', async () => {
  for (let cuts = 0; cuts < 10; cuts += 1) calls.part.mockRejectedValueOnce(networkError());
  const how = watch();
  await ended(sendInParts(file, how));
  expect(calls.part).toHaveBeenCalledTimes(14);
  expect(calls.part.mock.calls.at(-1)?.[0]).toMatchObject({ at: 3, sha256: hexOf(await hashOf(partOf(3))) });
  const parts = await Promise.all([0, 1, 2, 3].map((at) => hashOf(partOf(at))));
  const whole = hexOf(await hashOf(new Uint8Array(parts.flatMap((one) => [...one]))));
  expect(calls.finish.mock.calls[0]?.[0]).toEqual({ id: 'one', sha256: whole });
  expect(how.onWaiting).toHaveBeenCalledWith(true);
  expect(how.onWaiting).toHaveBeenLastCalledWith(false);
  expect(how.onProgress).toHaveBeenLastCalledWith(1);
});

it('resumes an upload after the parts that arrived', async () => {
  calls.begin.mockResolvedValue({ id: 'one', have: [0, 1, 2] });
  await ended(sendInParts(file, watch()));
  expect(calls.part).toHaveBeenCalledTimes(1);
  calls.begin.mockResolvedValue({ id: 'one', have: [] });
  calls.part.mockRejectedValue(new ApiError({ kind: 'answered', status: 400, message: '文件内容不是视频' }));
  await expect(ended(sendInParts(file, watch()))).rejects.toThrow('文件内容不是视频');
  expect(calls.part).toHaveBeenCalledTimes(2);
});

it('cancels the upload on the server when the user cancels', async () => {
  const stop = new AbortController();
  calls.part.mockImplementation(() => {
    stop.abort();
    return Promise.reject(networkError());
  });
  await expect(ended(sendInParts(file, { ...watch(), signal: stop.signal }))).rejects.toThrow();
  expect(calls.cancel).toHaveBeenCalledWith({ id: 'one' }, { quiet: true });
});
