import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { connect, type Database } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database/test-database.ts'
import { defineJob, PermanentJobError } from './define-job.ts'
import { registerHousekeeping } from './housekeeping.jobs.ts'
import { listFailedJobs } from './jobs.queries.ts'
import { createJobs, type Jobs } from './jobs.ts'

const greet = defineJob<{ name: string }>({
  name: 'test.greet',
  retryWaits: [1, 1],
})

let testDatabase: TestDatabase
let database: Database
let nodes: Jobs[]
beforeEach(async () => {
  testDatabase = await createTestDatabase()
  database = connect(testDatabase.url)
  nodes = []
})
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop()))
  await database.close()
  await testDatabase.drop()
})

function openNode({ lookSeconds = 0.5 } = {}): Jobs {
  const jobs = createJobs({ database, log: createLog({ logLevel: 'silent' }), lookSeconds })
  nodes.push(jobs)
  return jobs
}

async function startNode(handler?: (data: { name: string }) => Promise<void>): Promise<Jobs> {
  const jobs = openNode()
  jobs.register(greet, handler)
  await jobs.start()
  return jobs
}

const waiting = async () => {
  const { rows } = await database.pool.query<{ state: string }>(
    `select state from pgboss.job where name = $1 order by created_on`,
    [greet.name],
  )
  return rows.map(({ state }) => state)
}

const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { interval: 20 })

describe('the definitions', () => {
  it('are written by the first start, and again by one that has changed them', async () => {
    const start = async (timeoutSeconds: number) => {
      const jobs = openNode()
      jobs.register(defineJob({ ...greet, timeoutSeconds }))
      await jobs.start()
      const { rows } = await database.pool.query(
        'select expire_seconds as seconds, updated_on as at from pgboss.queue where name = $1',
        [greet.name],
      )
      return rows[0]
    }
    const first = await start(60)
    expect(first.seconds).toBe(60)
    expect(await start(60)).toEqual(first)
    expect(await start(90)).toMatchObject({ seconds: 90 })
  })
})

describe('a job', () => {
  it('exists if and only if the transaction that sent it commits (JOBS-02)', async () => {
    const jobs = await startNode()
    const failed = transaction(database.db, async (tx) => {
      await jobs.send(tx, greet, { name: 'nobody' })
      throw new Error('the cause did not come to be')
    })
    await expect(failed).rejects.toThrow('the cause did not come to be')
    expect(await waiting()).toEqual([])
    await transaction(database.db, (tx) => jobs.send(tx, greet, { name: 'Ming' }))
    expect(await waiting()).toEqual(['created'])
  })

  it('is run by one of two nodes, once (JOBS-04)', async () => {
    const greeted: string[] = []
    const handler = async ({ name }: { name: string }) => void greeted.push(name)
    const jobs = await startNode(handler)
    await startNode(handler)
    const names = Array.from({ length: 10 }, (_, index) => `guest ${index}`)
    await transaction(database.db, async (tx) => {
      for (const name of names) await jobs.send(tx, greet, { name })
    })
    await eventually(async () => expect(await waiting()).toEqual(names.map(() => 'completed')))
    expect(greeted.toSorted()).toEqual(names)
  })

  it('is one of 1,000 that three nodes run once each, all of them some (JOBS-04)', async () => {
    const many = defineJob<{ number: number }>({ name: 'test.many', concurrency: 20 })
    const runs: { node: number; number: number }[] = []
    const allNodesRun = Promise.withResolvers<void>()
    for (const node of [0, 1, 2]) {
      const jobs = openNode()
      jobs.register(many, async ({ number }) => {
        runs.push({ node, number })
        if (new Set(runs.map((run) => run.node)).size === 3) allNodesRun.resolve()
        await allNodesRun.promise
      })
      await jobs.start()
    }
    const numbers = Array.from({ length: 1_000 }, (_, number) => number)
    await transaction(database.db, async (tx) => {
      for (const number of numbers) await nodes[0]?.send(tx, many, { number })
    })
    await eventually(async () => {
      const { rows } = await database.pool.query(
        `select count(*)::int as done from pgboss.job where name = $1 and state = 'completed'`,
        [many.name],
      )
      expect(rows).toEqual([{ done: 1_000 }])
    })
    expect(runs.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(numbers)
  })

  it('follows the one before without a pause, when many wait (JOBS-04)', async () => {
    const greeted: string[] = []
    const jobs = openNode({ lookSeconds: 600 })
    jobs.register(greet, async ({ name }) => void greeted.push(name))
    const names = ['Ming', 'Hua', 'Mei']
    await jobs.start()
    await transaction(database.db, (tx) =>
      jobs.sendAll(
        tx,
        greet,
        names.map((name) => ({ name })),
      ),
    )
    jobs.wake(greet)
    await eventually(() => expect(greeted.toSorted()).toEqual(names.toSorted()))
  })

  it('are looked for in one statement, and an idle queue is not asked (MEND-40)', async () => {
    const sent: string[] = []
    const query = database.pool.query.bind(database.pool)
    const spy = vi.spyOn(database.pool, 'query')
    onTestFinished(() => spy.mockRestore())
    spy.mockImplementation(((text: unknown, values: unknown[]) => {
      sent.push(JSON.stringify([text, values]))
      return query(text as string, values)
    }) as typeof database.pool.query)
    const jobs = openNode()
    const greeted: string[] = []
    const kinds = Array.from({ length: 40 }, (_, n) =>
      defineJob<{ n: number }>({ name: `idle-${n}` }),
    )
    for (const kind of kinds)
      jobs.register(kind, async ({ n }) => void greeted.push(`${kind.name} ${n}`))
    await jobs.start()
    const looks = () => sent.filter((text) => text.includes('unnest($1::text[]) as queue')).length
    // The statement that takes the jobs of one queue; upkeep names all queues, twice a minute.
    const asks = () => sent.filter((text) => text.includes("j.name = 'idle-")).length
    // Each queue is asked once at the start, and not again by the looks that follow.
    await eventually(() => expect(asks()).toBe(40))
    const after = looks() + 4
    await eventually(() => expect(looks()).toBeGreaterThanOrEqual(after))
    expect(asks()).toBe(40)
    // Another node's job is found, one that is due later too, once it is.
    const [first, second] = kinds as [(typeof kinds)[0], (typeof kinds)[0]]
    const other = openNode({ lookSeconds: 600 })
    await other.start()
    await other.send(database.db, first, { n: 1 })
    await other.send(database.db, second, { n: 2 }, { delaySeconds: 1 })
    await eventually(() => expect(greeted.toSorted()).toEqual(['idle-0 1', 'idle-1 2']))
  })

  it('that fell due while no node ran begins at the next start, the oldest first (JOBS-09)', async () => {
    const before = await startNode()
    for (const name of ['first', 'second', 'third']) await before.send(database.db, greet, { name })
    await before.stop()
    const greeted: string[] = []
    await startNode(async ({ name }) => void greeted.push(name))
    await eventually(() => expect(greeted).toEqual(['first', 'second', 'third']))
  })

  it('of a kind that an older node does not know is left for one that does (JOBS-09)', async () => {
    const newer = defineJob({ name: 'test.newer' })
    const sender = openNode()
    sender.register(newer)
    sender.register(greet)
    await sender.start()
    await sender.send(database.db, newer, {})
    await sender.send(database.db, greet, { name: 'Ming' })
    const greeted = Promise.withResolvers<string>()
    await startNode(async ({ name }) => greeted.resolve(name))
    expect(await greeted.promise).toBe('Ming')
    const stateOfNewer = async () => {
      const { rows } = await database.pool.query('select state from pgboss.job where name = $1', [
        newer.name,
      ])
      return rows.map(({ state }) => state)
    }
    expect(await stateOfNewer()).toEqual(['created'])
    const upToDate = openNode()
    upToDate.register(newer, async () => {})
    await upToDate.start()
    await eventually(async () => expect(await stateOfNewer()).toEqual(['completed']))
  })

  it('of a higher priority is run first', async () => {
    const jobs = await startNode()
    for (const name of ['later', 'sooner']) {
      await jobs.send(database.db, greet, { name }, { priority: name === 'sooner' ? 1 : 0 })
    }
    const greeted: string[] = []
    await startNode(async ({ name }) => void greeted.push(name))
    await eventually(() => expect(greeted).toEqual(['sooner', 'later']))
  })

  it('that fails is tried again, and succeeds', async () => {
    let attempts = 0
    const jobs = await startNode(async () => {
      attempts++
      if (attempts === 1) throw new Error('not yet')
    })
    await jobs.send(database.db, greet, { name: 'Ming' })
    await eventually(async () => expect(await waiting()).toEqual(['completed']))
    expect(attempts).toBe(2)
    expect(await listFailedJobs(database.db)).toEqual([])
  })

  it('waits 1, 5 and 30 minutes, 2, 6 and 24 hours after its failures, then stays failed (JOBS-05)', async () => {
    const failing = defineJob({ name: 'test.failing' })
    const jobs = openNode()
    jobs.register(failing, () => Promise.reject(new Error('never')))
    await jobs.start()
    await jobs.send(database.db, failing, {})
    const read = async () => {
      const { rows } = await database.pool.query<{ state: string; count: number; wait: number }>(
        `select state, retry_count as count, extract(epoch from start_after - now())::float as wait
         from pgboss.job where name = $1`,
        [failing.name],
      )
      return rows[0]
    }
    const waits: number[] = []
    for (let failures = 1; failures <= 6; failures++) {
      await eventually(async () =>
        expect(await read()).toMatchObject({ state: 'retry', count: failures - 1 }),
      )
      waits.push(Math.round(((await read())?.wait ?? 0) / 60))
      await database.pool.query('update pgboss.job set start_after = now() where name = $1', [
        failing.name,
      ])
    }
    expect(waits).toEqual([1, 5, 30, 120, 360, 1440])
    await eventually(async () => expect(await read()).toMatchObject({ state: 'failed' }))
  })

  it('is not delayed by a hundred others of its kind that always fail (JOBS-05)', async () => {
    const mixed = defineJob<{ number: number }>({ name: 'test.mixed', concurrency: 20 })
    const done = new Set<number>()
    const jobs = openNode()
    jobs.register(mixed, async ({ number }) => {
      if (number < 100) throw new Error('never')
      done.add(number)
    })
    await jobs.start()
    await transaction(database.db, async (tx) => {
      for (let number = 0; number < 1_100; number++) await jobs.send(tx, mixed, { number })
    })
    await eventually(() => expect(done.size).toBe(1_000))
  })

  it('that has failed for the last time is listed, with its reason', async () => {
    const jobs = await startNode(async () => {
      throw new Error('never')
    })
    await jobs.send(database.db, greet, { name: 'Ming' })
    await eventually(async () =>
      expect(await listFailedJobs(database.db)).toEqual([
        {
          id: expect.any(String),
          name: greet.name,
          data: { name: 'Ming' },
          attempts: 3,
          error: 'never',
          createdAt: expect.any(Date),
          failedAt: expect.any(Date),
        },
      ]),
    )
  })

  it('that cannot succeed is not tried again', async () => {
    const jobs = await startNode(async () => {
      throw new PermanentJobError('there is no such guest')
    })
    await jobs.send(database.db, greet, { name: 'Ming' })
    await eventually(async () => {
      const failed = await listFailedJobs(database.db)
      expect(failed).toMatchObject([{ attempts: 1, error: 'there is no such guest' }])
    })
  })

  it('that runs is waited for by a node that stops', async () => {
    const started = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const jobs = await startNode(async () => {
      started.resolve()
      await mayEnd.promise
    })
    await jobs.send(database.db, greet, { name: 'Ming' })
    await started.promise
    const stopped = jobs.stop()
    mayEnd.resolve()
    await stopped
    expect(await waiting()).toEqual(['completed'])
  })
})

describe('a schedule that this node does not run', () => {
  const backup = defineJob({ name: 'test.backup' })
  const note = defineJob({ name: 'test.note' })

  /** Both are scheduled, and each has a job that is due for so long. */
  async function schedule(due: string): Promise<void> {
    const before = openNode()
    for (const job of [backup, note]) {
      before.register(job)
      before.schedule(job, '0 0 1 1 *')
    }
    await before.start()
    for (const job of [backup, note]) await before.send(database.db, job, {})
    await before.stop()
    await database.pool.query(
      `update pgboss.job set start_after = now() - $1::interval where name like 'test.%'`,
      [due],
    )
  }

  async function sweep(): Promise<{ schedules: string[]; waiting: string[] }> {
    const jobs = openNode()
    const log = createLog({ logLevel: 'silent' })
    registerHousekeeping(jobs, { db: database.db, log, unscheduled: [backup, note] })
    await jobs.start()
    const swept = defineJob({ name: 'housekeeping.sweep' })
    await jobs.send(database.db, swept, {})
    const query = (from: string) =>
      database.pool.query<{ name: string }>(
        `select name from pgboss.${from} and name like 'test.%' order by name`,
      )
    await eventually(async () => {
      const { rowCount } = await database.pool.query(
        `select from pgboss.job where name = $1 and state = 'completed'`,
        [swept.name],
      )
      expect(rowCount).toBeGreaterThan(0)
    })
    const [schedules, waits] = [await query('schedule where true'), await query(openJobs)]
    return {
      schedules: schedules.rows.map(({ name }) => name),
      waiting: waits.rows.map(({ name }) => name),
    }
  }
  const openJobs = `job where state < 'active'`
  const both = [backup.name, note.name]

  it('is taken back with its waiting jobs when no node does', async () => {
    await schedule('25 hours')
    expect(await sweep()).toEqual({ schedules: [], waiting: [] })
  })

  it('stays while another node runs one of its kind', async () => {
    await schedule('25 hours')
    await database.pool.query(
      `insert into pgboss.job (name, state, completed_on)
       values ($1, 'completed', now() - interval '2 hours')`,
      [note.name],
    )
    expect(await sweep()).toEqual({ schedules: both, waiting: both })
  })

  it('stays while its jobs wait no longer than a node takes', async () => {
    await schedule('1 minute')
    expect(await sweep()).toEqual({ schedules: both, waiting: both })
  })
})
