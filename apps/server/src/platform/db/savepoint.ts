import type { Tx } from './index.ts';

export async function savepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.client.query('savepoint part');
  try {
    const result = await work();
    await tx.client.query('release savepoint part');
    return result;
  } catch (error) {
    await tx.client.query('rollback to savepoint part; release savepoint part');
    throw error;
  }
}
