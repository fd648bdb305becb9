import { expect, it } from 'vitest';
import { ApiError } from '#lib/api-error.ts';
import { queueMost, readChosen, readLine } from './read-line.ts';

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => ({ id: String(from + at), odd: (from + at) % 2 === 1 }));

it('reads pages of the list up to the queue limit', async () => {
  const requestedPages: number[] = [];
  const ask = (total: number) => async (input: { page: number; size: number }) => {
    requestedPages.push(input.page);
    const from = (input.page - 1) * input.size;
    return { ...input, rows: numbers(from, Math.min(total, from + input.size)), total };
  };
  const odd = ({ odd: is }: { odd: boolean }) => is;
  const few = await readLine(ask(5), odd);
  expect([few.rows.length, few.isCut]).toEqual([2, false]);
  expect(requestedPages).toEqual([1]);
  const many = await readLine(ask(10_000), odd);
  expect([many.rows.length, many.isCut]).toEqual([queueMost / 2, true]);
});

it('reads selected records that are not on the page', async () => {
  const read = (id: string) =>
    id === '8'
      ? Promise.reject(new ApiError({ kind: 'answered', status: 404 }))
      : Promise.resolve({ id, odd: id !== '6' });
  const { rows, isCut } = await readChosen(['1', '6', '7', '8'], numbers(0, 3), read, ({ odd }) => odd);
  expect([rows.map(({ id }) => id), isCut]).toEqual([['1', '7'], false]);
  const broken = () => Promise.reject(new Error('broken'));
  await expect(readChosen(['9'], [], broken, () => true)).rejects.toThrow('broken');
});
