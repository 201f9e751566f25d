import Type, { type Static } from 'typebox'

export const manifestFormat = 1

const Count = Type.Integer({ minimum: 0 })

/** The first member of a backup: what the file holds, and what a restored shop is compared with. */
export const Manifest = Type.Object({
  format: Type.Literal(manifestFormat),
  release: Type.String(),
  /** By the database's clock: the moment of the snapshot. */
  time: Type.String({ format: 'date-time' }),
  /** Those that the database has had, by their time in the journal. */
  migrations: Type.Array(Type.Integer()),
  tables: Type.Array(Type.Object({ name: Type.String(), columns: Type.Array(Type.String()) })),
  sequences: Type.Array(
    Type.Object({
      name: Type.String(),
      lastValue: Type.String({ pattern: '^-?\\d{1,18}$' }),
      isCalled: Type.Boolean(),
    }),
  ),
  books: Type.Object({
    sums: Type.Record(Type.String(), Type.Unknown()),
    tables: Type.Record(
      Type.String(),
      Type.Object({ rows: Count, bytes: Count, sha256: Type.String() }),
    ),
  }),
  /** Missing in older backups, whose rows are in the order of the collation of their database. */
  rowOrder: Type.Optional(Type.Literal('bytes')),
  hasPictures: Type.Boolean(),
  /** Named by a row, and not in the store. */
  missingPictures: Type.Array(Type.String()),
})
export type Manifest = Static<typeof Manifest>

/** As large as the columns of pg-boss hold it. */
const maximum = 2 ** 31 - 1
const BoundedCount = Type.Integer({ minimum: 0, maximum })

/** A job that waited when the backup was made; it is enqueued anew. */
const WaitingJob = Type.Object({
  name: Type.String({ pattern: '^[\\w./-]+$' }),
  data: Type.Object({}),
  startAfter: Type.String({ format: 'date-time' }),
  priority: Type.Integer({ minimum: -maximum, maximum }),
  retryLimit: BoundedCount,
  retryDelay: BoundedCount,
  expireInSeconds: Type.Integer({ minimum: 1, maximum }),
  /** Seconds for which an ended job is kept; missing in older backups. */
  deleteAfterSeconds: Type.Optional(BoundedCount),
})
export type WaitingJob = Static<typeof WaitingJob>
export const WaitingJobs = Type.Array(WaitingJob)

export const members = {
  manifest: 'manifest.json',
  jobs: 'jobs.json',
  /** In an encrypted file alone. */
  secretsKey: 'secrets.key',
  tables: 'tables/',
  pictures: 'uploads/',
  sums: 'SHA256SUMS',
} as const
