// The demonstration contradicts nothing that a buyer sees.
import { expect, it } from 'vitest';
import { withConnection } from '../apps/server/src/platform/db/connection.ts';
import { brokenInvariants } from '../apps/server/testing/demo-invariants.ts';
import { copyDemo } from './app.ts';

it('keeps every invariant of the demonstration', async () => {
  const database = await copyDemo();
  try {
    await withConnection(database.superuserUrl(), async (client) => {
      const query = async (text: string, values: unknown[]) => (await client.query<{ row: string }>(text, values)).rows;
      expect(await brokenInvariants(query, new Date())).toEqual([]);
    });
  } finally {
    await database.drop();
  }
});
