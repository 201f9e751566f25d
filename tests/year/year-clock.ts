import pg from 'pg'

const RealDate = Date

/** Work that takes the machine a minute is over within less than a second: no wait ends on the way. */
const slowness = 100

/**
 * One clock for the shop, its database and the try-out servers, all in this process, that jumps forward:
 * `Date`, and in the database `now()` and `clock_timestamp()`. Between two jumps it goes slowly, so that
 * a busy machine does not change what has become due.
 */
export class YearClock {
  #at: number
  #realAt = RealDate.now()

  constructor(start: Date) {
    this.#at = start.getTime()
    const now = () => this.#nowMs()
    class JumpingDate extends RealDate {
      constructor(...values: ConstructorParameters<typeof RealDate> | []) {
        if (values.length === 0) super(now())
        else super(...values)
      }

      static override now(): number {
        return now()
      }
    }
    Object.defineProperty(globalThis, 'Date', { value: JumpingDate, writable: true })
  }

  now(): Date {
    return new Date()
  }

  /** Columns whose default is the time of now take it from this clock, as every later statement does. */
  async rule(databaseUrl: string): Promise<void> {
    const client = await connect(databaseUrl)
    try {
      const { rows: defaults } = await client.query<{ statement: string }>(columnsOfNow)
      await client.query(this.#functions())
      await client.query(searchPath)
      await client.query('set search_path = public, pg_catalog')
      for (const { statement } of defaults) await client.query(statement)
    } finally {
      await client.end()
    }
  }

  async moveTo(at: Date, pool: pg.Pool): Promise<void> {
    this.#at = Math.max(this.#nowMs(), at.getTime())
    this.#realAt = RealDate.now()
    await pool.query(this.#functions())
  }

  /** The machine's time again, for whoever comes after in this process. */
  restore(): void {
    Object.defineProperty(globalThis, 'Date', { value: RealDate, writable: true })
  }

  #nowMs(): number {
    return this.#at + Math.floor((RealDate.now() - this.#realAt) / slowness)
  }

  /** Of constant bodies, so that the planner takes them as it takes those of PostgreSQL. */
  #functions(): string {
    const at = `timestamptz '${new RealDate(this.#at).toISOString()}'`
    const realAt = `timestamptz '${new RealDate(this.#realAt).toISOString()}'`
    const slowed = (now: string) => `${at} + (pg_catalog.${now}() - ${realAt}) / ${slowness}`
    return `
      create or replace function public.now() returns timestamptz language sql stable parallel safe
        as $$ select ${slowed('now')} $$;
      create or replace function public.clock_timestamp() returns timestamptz language sql volatile
        parallel safe as $$ select ${slowed('clock_timestamp')} $$;
      create or replace function pgboss.job_now() returns timestamptz language sql stable parallel safe
        as $$ select public.now() $$`
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/** Names without a schema find the functions above before those of PostgreSQL. */
const searchPath = `do $$ begin
  execute format('alter database %I set search_path = public, pg_catalog', current_database());
end $$`

const columnsOfNow = `
  select format('alter table %s alter column %I set default %s', adrelid::regclass, attname,
    pg_get_expr(adbin, adrelid)) as statement
  from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
  join pg_class on pg_class.oid = adrelid
  where pg_class.relkind in ('r', 'p') and pg_get_expr(adbin, adrelid) ~ '(now|clock_timestamp)\\(\\)'
    and attgenerated = '' and attislocal`
