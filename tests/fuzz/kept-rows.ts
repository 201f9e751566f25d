import pg from 'pg'

/**
 * Every row of the books, by its name. The lines of an order that is open in a group follow its
 * quantities, so they are left out.
 */
export async function readKeptRows(databaseUrl: string): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(`
      select 'order ' || id as name from orders
      union all select 'payment ' || id from payments
      union all select 'refund ' || id from refunds
      union all select 'line ' || l.order_id || ' ' || l.id from order_lines l
        join orders o on o.id = l.order_id
        where not exists (select from participations p where p.order_id = o.id)`)
    return new Set(rows.map(({ name }) => name))
  } finally {
    await client.end()
  }
}
