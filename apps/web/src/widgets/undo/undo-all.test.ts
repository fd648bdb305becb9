import { expect, it } from 'vitest';
import { ApiError } from '#lib/api-error.ts';
import { takeBackAll } from './undo-all.ts';

const done = () => Promise.resolve();
const refused = (status: number) => () => Promise.reject(new ApiError({ kind: 'answered', status }));

it('undoes the actions without later changes and reports the actions with later changes', async () => {
  expect(await takeBackAll([done, done])).toBeUndefined();
  expect(await takeBackAll([refused(409), done, refused(404)])).toBe('2 条之后又被他人修改，没有撤销；其余 1 条已撤销');
  expect(await takeBackAll([refused(409)])).toBe('1 条之后又被他人修改，没有撤销');
});

it('stops undoing at an error other than 404 and 409', async () => {
  await expect(takeBackAll([refused(403), done])).rejects.toThrow();
});
