// The reference: a bare Fastify route that runs the same SQL as a prepared statement. It runs as a superuser without
// row security, and has no sign-in, schema or mapping.
import Fastify from 'fastify';
import pg from 'pg';

const [url = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 20 });
const page = `select * from enterprise where tenant_id = $1 and id in (
    select id from enterprise where tenant_id = $1 and removed_at is null
    order by updated_at desc, id desc limit $2 offset $3)
  order by updated_at desc, id desc`;
const count = 'select count(*)::int as total from enterprise where tenant_id = $1 and removed_at is null';

const app = Fastify();
app.get<{ Querystring: { tenant: string; counted?: string } }>('/page', async ({ query: { tenant, counted } }) => {
  const client = await pool.connect();
  try {
    // A prepared plan suits the tenant for which it was made, so each tenant has its own statement.
    const { rows } = await client.query({ name: `page ${tenant}`, text: page, values: [tenant, 20, 0] });
    const sums = { name: `total ${tenant}`, text: count, values: [tenant] };
    const total = counted === 'no' ? rows.length : (await client.query<{ total: number }>(sums)).rows[0]?.total;
    return { code: 0, msg: null, data: { records: rows, total, size: 20, current: 1 } };
  } finally {
    client.release();
  }
});
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
process.on('disconnect', () => process.exit(0));
