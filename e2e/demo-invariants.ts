import { systemClock } from '../apps/server/src/kernel/clock.ts';
import { withConnection } from '../apps/server/src/platform/db/connection.ts';
import { brokenInvariants } from '../apps/server/testing/demo-invariants.ts';

export const brokenDemo = (superuserUrl: string) =>
  withConnection(superuserUrl, (client) =>
    brokenInvariants(
      async (text, values) => (await client.query<{ row: string }>(text, values)).rows,
      systemClock.now(),
    ),
  );
