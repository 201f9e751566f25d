import type { Log } from '../log.ts'
import { connect, type Database, type Db } from './connect.ts'
import { databaseErrorCode, isDatabaseUnavailable } from './database-error.ts'

/** How the replica stands, for people who look. */
export interface ReplicaState {
  isInUse: boolean
  /** Seconds that it is behind, at least; null: it does not answer, or does not tell. */
  lagSeconds: number | null
}

/**
 * Reads that need not be of this very moment: from the replica while it is as new as the last change
 * that this node was told of, else from the primary. Nothing that decides money or ownership.
 */
export interface CatalogReads {
  read<T>(query: (db: Db) => Promise<T>): Promise<T>
  /** The catalogue changed: the replica has to show that it knows before it is asked again. */
  changed(): void
  /** Null: there is no replica. */
  state(): ReplicaState | null
  close(): Promise<void>
}

export function createCatalogReads(options: {
  primary: Database
  replicaUrl: string | null
  poolSize: number
  log: Log
}): CatalogReads {
  const { primary, replicaUrl } = options
  if (replicaUrl !== null) return new ReplicaReads({ ...options, replicaUrl })
  return {
    read: (query) => query(primary.db),
    changed: () => {},
    state: () => null,
    close: async () => {},
  }
}

const looksEveryMs = 1_000
/** After a change it is looked at sooner: it mostly knows within some milliseconds. */
const looksSoonMs = 20
/** Further behind than this it is not asked, even when nothing in the catalogue has changed. */
const maxLagSeconds = 30
/** A lag that lasts this long is worth a line in the log. */
const tellsLagOfSeconds = 5
/** A replica that says nothing must not cost its callers the seconds that a primary may take. */
const patienceMs = 1_000

const standing = `select
  coalesce(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end
    >= $1::pg_lsn, false) as "isThere",
  case
    when not pg_is_in_recovery() then 0
    when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn()
      and exists (select from pg_stat_wal_receiver where pid is not null) then 0
    else extract(epoch from now() - pg_last_xact_replay_timestamp())::float8
  end as "lagSeconds"`

class ReplicaReads implements CatalogReads {
  readonly #primary: Database
  readonly #replica: Database
  readonly #log: Log
  #state: ReplicaState = { isInUse: false, lagSeconds: null }
  /** Raised by each change: what was learned before it says nothing about it. */
  #changes = 0
  /** What the primary had written when it was asked after that many changes. */
  #needed: { changes: number; lsn: string; at: number } | undefined
  #isLagTold = false
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #pauseMs = looksSoonMs
  #isClosed = false

  constructor(options: { primary: Database; replicaUrl: string; poolSize: number; log: Log }) {
    this.#primary = options.primary
    this.#log = options.log
    this.#replica = connect(options.replicaUrl, {
      poolSize: options.poolSize,
      timeoutMs: patienceMs,
      onError: (error) => this.#log.warn({ err: error }, 'a replica connection was lost'),
    })
    this.#lookIn(0)
  }

  async read<T>(query: (db: Db) => Promise<T>): Promise<T> {
    const [first, second] = this.#state.isInUse
      ? [this.#replica.db, this.#primary.db]
      : [this.#primary.db, this.#replica.db]
    try {
      return await query(first)
    } catch (error) {
      if (!isPassing(error)) throw error
      if (first === this.#replica.db) this.#leave(error)
      // While the primary is away, an old page is better than none.
      else if (this.#state.lagSeconds === null) throw error
      return query(second)
    }
  }

  changed(): void {
    this.#changes++
    this.#state = { ...this.#state, isInUse: false }
    this.#pauseMs = looksSoonMs
    this.#lookIn(0)
  }

  state(): ReplicaState {
    return this.#state
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#looking
    await this.#replica.close()
  }

  #leave(error: unknown): void {
    if (this.#state.lagSeconds !== null) {
      this.#log.warn({ err: error }, 'the replica does not answer: reading from the primary')
    }
    this.#state = { isInUse: false, lagSeconds: null }
  }

  #lookIn(ms: number): void {
    if (this.#isClosed || this.#looking) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#looking = this.#look().finally(() => {
        this.#looking = undefined
        this.#lookIn(this.#pauseMs)
      })
    }, ms)
    this.#timer.unref()
  }

  async #look(): Promise<void> {
    const changes = this.#changes
    this.#pauseMs = Math.min(looksEveryMs, this.#pauseMs * 2)
    const needed = await this.#neededAfter(changes)
    try {
      const asked = [needed ?? '0/0']
      const { rows } = await this.#replica.pool.query<Standing>(standing, asked)
      const { isThere = false, lagSeconds: told = null } = rows[0] ?? {}
      if (changes !== this.#changes) return
      // One that has replayed all it got may still have got nothing for a while.
      const missing = this.#needed && !isThere ? (Date.now() - this.#needed.at) / 1_000 : 0
      const lagSeconds = told === null ? null : Math.max(told, missing)
      const isFresh = lagSeconds !== null && lagSeconds <= maxLagSeconds
      this.#state = { isInUse: needed !== null && isThere && isFresh, lagSeconds }
      this.#tellLag()
      if (this.#state.isInUse) this.#pauseMs = looksEveryMs
    } catch (error) {
      this.#leave(error)
    }
  }

  #tellLag(): void {
    const { isInUse, lagSeconds } = this.#state
    if (isInUse) this.#isLagTold = false
    if (this.#isLagTold || lagSeconds === null || lagSeconds < tellsLagOfSeconds) return
    this.#log.warn({ lagSeconds }, 'the replica lags behind: reading from the primary')
    this.#isLagTold = true
  }

  /** What the replica must have for the changes so far; null while the primary does not say. */
  async #neededAfter(changes: number): Promise<string | null> {
    if (this.#needed?.changes === changes) return this.#needed.lsn
    const asked = this.#primary.pool.query<{ lsn: string }>('select pg_current_wal_lsn() as lsn')
    const found = await asked.catch(() => null)
    const lsn = found?.rows[0]?.lsn ?? null
    if (lsn !== null) this.#needed = { changes, lsn, at: Date.now() }
    return lsn
  }
}

interface Standing {
  isThere: boolean
  lagSeconds: number | null
}

/** 40001: a replica cancels a reading that stands in the way of what it replays. */
function isPassing(error: unknown): boolean {
  return isDatabaseUnavailable(error) || databaseErrorCode(error) === '40001'
}
