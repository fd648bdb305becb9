import pg from 'pg';
import { openLargeObjects } from './outside.ts';
import { withConnection, type Connection } from './connection.ts';

/** Make the owner and its database in a cluster of our own, as far as they are missing. */
export const prepareOwner = (superuserUrl: string, owner: { name: string; password: string; database: string }) =>
  withConnection(superuserUrl, async (client) => {
    const [name, database] = [pg.escapeIdentifier(owner.name), pg.escapeIdentifier(owner.database)];
    const attributes = `login nosuperuser createdb createrole password ${pg.escapeLiteral(owner.password)}`;
    // Two first starts may meet here; the connection's end frees the lock.
    await client.query('select pg_advisory_lock(hashtext($1))', [owner.database]);
    const role = await client.query('select from pg_roles where rolname = $1', [owner.name]);
    await client.query(`${role.rowCount ? 'alter' : 'create'} role ${name} ${attributes}`);
    const known = await client.query('select from pg_database where datname = $1', [owner.database]);
    if (!known.rowCount) await client.query(`create database ${database} owner ${name}`);
    await client.query(`revoke all on database ${database}, postgres from public`);
  });

/** Closes large objects of a database of our own to everybody: they know no row security; answers whether they were open. */
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

/** Give both roles of a restored cluster the passwords of the folder that it stands in now. */
export async function resetPasswords(client: Connection, superuser: string, owner: { name: string; password: string }) {
  await client.query(`alter role postgres password ${pg.escapeLiteral(superuser)}`);
  await client.query(`alter role ${pg.escapeIdentifier(owner.name)} password ${pg.escapeLiteral(owner.password)}`);
}
