import pg from 'pg';
import { openLargeObjects } from './external-database.ts';
import { withConnection, type Connection } from './connection.ts';

export const prepareOwner = (superuserUrl: string, owner: { name: string; password: string; database: string }) =>
  withConnection(superuserUrl, async (client) => {
    const [name, database] = [pg.escapeIdentifier(owner.name), pg.escapeIdentifier(owner.database)];
    const attributes = `login nosuperuser createdb createrole password ${pg.escapeLiteral(owner.password)}`;
    // Two first starts may run in parallel. The lock is released when the connection ends.
    await client.query('select pg_advisory_lock(hashtext($1))', [owner.database]);
    const role = await client.query('select from pg_roles where rolname = $1', [owner.name]);
    await client.query(`${role.rowCount ? 'alter' : 'create'} role ${name} ${attributes}`);
    const existingDatabase = await client.query('select from pg_database where datname = $1', [owner.database]);
    if (!existingDatabase.rowCount) await client.query(`create database ${database} owner ${name}`);
    await client.query(`revoke all on database ${database}, postgres from public`);
  });

/**
 * Revokes access to large objects from PUBLIC, because row security does not cover them. Returns whether PUBLIC had
 * access.
 */
export const closeLargeObjects = (superuserUrl: string) =>
  withConnection(superuserUrl, async (client) => {
    const open = async () => (await client.query<{ name: string }>(openLargeObjects)).rows.map(({ name }) => name);
    if ((await open()).length === 0) return false;
    await client.query(`select pg_advisory_lock(hashtext('anlan'), hashtext('large objects'))`);
    const names = await open();
    if (names.length > 0)
      await client.query(
        `revoke execute on function ${names.join(', ')} from public; revoke all on database template1 from public`,
      );
    return true;
  });

export async function resetPasswords(client: Connection, superuser: string, owner: { name: string; password: string }) {
  await client.query(`alter role postgres password ${pg.escapeLiteral(superuser)}`);
  await client.query(`alter role ${pg.escapeIdentifier(owner.name)} password ${pg.escapeLiteral(owner.password)}`);
}
