import { expect, it } from 'vitest';
import { queueMost, readChosen, readLine } from './read-line.ts';

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => ({ id: String(from + at), odd: (from + at) % 2 === 1 }));

it('looks through the pages of a list up to the most that a queue takes', async () => {
  const asked: number[] = [];
  const ask = (total: number) => async (input: { page: number; size: number }) => {
    asked.push(input.page);
    const from = (input.page - 1) * input.size;
    return { ...input, rows: numbers(from, Math.min(total, from + input.size)), total };
  };
  const odd = ({ odd: is }: { odd: boolean }) => is;
  expect(await readLine(ask(5), odd)).toHaveLength(2);
  expect(asked).toEqual([1]);
  expect(await readLine(ask(10_000), odd)).toHaveLength(queueMost / 2);
});

it('reads of the chosen what the page does not show, and leaves out what is gone', async () => {
  const read = (id: string) => Promise.resolve(id === '7' ? { id, odd: true } : null);
  const line = await readChosen(['1', '7', '8'], numbers(0, 3), read);
  expect(line.map(({ id }) => id)).toEqual(['1', '7']);
});
