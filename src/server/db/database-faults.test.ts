import { expect, inject, test } from 'vitest'
import { runStatement } from '../testing/database/run-statement.ts'
import { createTestDatabase } from '../testing/database/test-database.ts'
import { type DatabaseState, databaseFaults, readDatabaseState } from './database-faults.ts'

const sound: DatabaseState = {
  fsync: 'on',
  fullPageWrites: 'on',
  synchronousCommit: 'on',
  clockAheadMs: 0,
  appliedMigrations: [1, 2],
  knownMigrations: [
    { when: 1, tag: '0000_first' },
    { when: 2, tag: '0001_second' },
  ],
  unfinishedMigrations: [],
}

test('H5 a sound database has no faults, nor has one whose replicas confirm', () => {
  expect(databaseFaults(sound)).toEqual([])
  for (const synchronousCommit of ['local', 'remote_write', 'remote_apply']) {
    expect(databaseFaults({ ...sound, synchronousCommit })).toEqual([])
  }
})

test.each<[string, Partial<DatabaseState>, RegExp]>([
  ['fsync=off', { fsync: 'off' }, /fsync/],
  ['full_page_writes=off', { fullPageWrites: 'off' }, /full_page_writes/],
  ['synchronous_commit=off', { synchronousCommit: 'off' }, /synchronous_commit/],
  ['a clock an hour ahead', { clockAheadMs: 3_600_000 }, /3600 s ahead/],
  ['a clock an hour behind', { clockAheadMs: -3_600_000 }, /-3600 s ahead/],
  ['a migration left out', { appliedMigrations: [1, 3] }, /lacks 0001_second/],
  [
    'a migration half way (MEND-36)',
    { appliedMigrations: [1], unfinishedMigrations: [2] },
    /0001_second stopped half way/,
  ],
])('H5 %s keeps a shop for real customers from starting', (_, change, words) => {
  const faults = databaseFaults({ ...sound, ...change })
  expect(faults[0]).toEqual({ text: expect.stringMatching(words), isFatal: true })
})

test('H5 clocks may differ by 60 s and no more', () => {
  expect(databaseFaults({ ...sound, clockAheadMs: 60_000 })).toEqual([])
  expect(databaseFaults({ ...sound, clockAheadMs: -60_001 })).toHaveLength(1)
})

test('H5 I3 a newer schema is told, and worked with', () => {
  const faults = databaseFaults({ ...sound, appliedMigrations: [1, 2, 3] })
  expect(faults).toEqual([{ text: expect.stringContaining('newer version'), isFatal: false }])
})

test('H5 the state is read from the database as it is', async () => {
  const database = await createTestDatabase()
  try {
    const name = new URL(database.url).pathname.slice(1)
    const { url: server } = inject('database')
    await runStatement(server, `alter database ${name} set synchronous_commit = on`)
    const before = await readDatabaseState(database.url)
    expect(before.synchronousCommit).toBe('on')
    expect(Math.abs(before.clockAheadMs)).toBeLessThan(60_000)
    expect(before.appliedMigrations.toSorted()).toEqual(
      before.knownMigrations.map(({ when }) => when).toSorted(),
    )

    await runStatement(server, `alter database ${name} set synchronous_commit = off`)
    await runStatement(
      database.url,
      'update drizzle.__drizzle_migrations set created_at = created_at + 1',
    )
    const after = await readDatabaseState(database.url)
    expect(after.synchronousCommit).toBe('off')
    expect(databaseFaults(after).map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('synchronous_commit'),
        expect.stringContaining('the migration failed, or belongs to another branch'),
        expect.stringContaining('newer version'),
      ]),
    )
  } finally {
    await database.drop()
  }
})
