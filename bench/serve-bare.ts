// The reference: a bare Fastify route with the same SQL written by hand, prepared, as a superuser whom no row security
// binds; no auth, no schema, no mapping.
import Fastify from 'fastify';
import pg from 'pg';

const [url = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 20 });
const page = `select * from enterprise where tenant_id = $1 and id in (
    select id from enterprise where tenant_id = $1 and removed_at is null
    order by updated_at desc, id desc limit $2 offset $3)
  order by updated_at desc, id desc`;
const named = `select * from enterprise where tenant_id = $1 and id in (
    select id from enterprise where tenant_id = $1 and removed_at is null and name like $4
    order by updated_at desc, id desc limit $2 offset $3)
  order by updated_at desc, id desc`;
const total = 'select count(*) as total from enterprise where tenant_id = $1 and removed_at is null';
const namedTotal = `select count(*) as total from (
    select id from enterprise where tenant_id = $1 and removed_at is null and name like $2 limit 10001) found`;

const app = Fastify();
app.get<{ Querystring: { tenant: string; current?: string; size?: string; name?: string; counted?: string } }>(
  '/page',
  async ({ query: { tenant, current = '1', size = '20', name, counted } }) => {
    const client = await pool.connect();
    try {
      // A statement's plan is kept for whichever tenant came first, so each tenant has its own.
      const offset = (Number(current) - 1) * Number(size);
      const like = name === undefined ? [] : [`%${name}%`];
      const shape = `${tenant} ${name === undefined ? 'all' : 'named'}`;
      const { rows } = await client.query({
        name: `page ${shape}`,
        text: name === undefined ? page : named,
        values: [tenant, Number(size), offset, ...like],
      });
      let all = rows.length;
      if (counted !== 'no') {
        const answer = await client.query<{ total: string }>({
          name: `total ${shape}`,
          text: name === undefined ? total : namedTotal,
          values: [tenant, ...like],
        });
        all = Number(answer.rows[0]?.total);
      }
      return { code: 0, msg: null, data: { records: rows, total: all, size: Number(size), current: Number(current) } };
    } finally {
      client.release();
    }
  },
);
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
process.on('disconnect', () => process.exit(0));
