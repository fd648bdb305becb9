import { expect, it } from 'vitest';
import { ApiError } from '#lib/api-error.ts';
import { takeBackAll } from './take-back.ts';

const done = () => Promise.resolve();
const refused = (status: number) => () => Promise.reject(new ApiError({ kind: 'answered', status }));

it('takes back what nobody has changed since, and says what stays', async () => {
  expect(await takeBackAll([done, done])).toBeUndefined();
  expect(await takeBackAll([refused(409), done, refused(404)])).toBe('2 条之后又被他人修改，没有撤销；其余 1 条已撤销');
  expect(await takeBackAll([refused(409)])).toBe('1 条之后又被他人修改，没有撤销');
});

it('ends where it is refused for another reason', async () => {
  await expect(takeBackAll([refused(403), done])).rejects.toThrow();
});
