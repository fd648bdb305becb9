// The demonstration contradicts nothing that a buyer sees.
import { expect, it } from 'vitest';
import { copyDemo } from './app.ts';
import { brokenDemo } from './demo-invariants.ts';

it('keeps every invariant of the demonstration', async () => {
  const database = await copyDemo();
  expect(await brokenDemo(database.superuserUrl()).finally(() => database.drop())).toEqual([]);
});
