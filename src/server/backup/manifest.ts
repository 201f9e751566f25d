import type { Books } from './books.ts'
import type { SequenceState } from './tables.ts'

export const manifestFormat = 1

/** The first member of a backup: what the file holds, and what a restored shop is compared with. */
export interface Manifest {
  format: typeof manifestFormat
  release: string
  /** ISO 8601, by the database's clock: the moment of the snapshot. */
  time: string
  /** Those that the database has had, by their time in the journal. */
  migrations: number[]
  tables: { name: string; columns: string[] }[]
  sequences: SequenceState[]
  books: Books
  /** Missing in older backups, whose rows are in the order of the collation of their database. */
  rowOrder?: 'bytes'
  hasPictures: boolean
  /** Named by a row, and not in the store. */
  missingPictures: string[]
}

/** A job that waited when the backup was made; it is enqueued anew. */
export interface WaitingJob {
  name: string
  data: object
  /** ISO 8601. */
  startAfter: string
  priority: number
  retryLimit: number
  retryDelay: number
  expireInSeconds: number
  /** Seconds for which an ended job is kept; missing in older backups. */
  deleteAfterSeconds?: number
}

export const members = {
  manifest: 'manifest.json',
  jobs: 'jobs.json',
  /** In an encrypted file alone. */
  secretsKey: 'secrets.key',
  tables: 'tables/',
  pictures: 'uploads/',
  sums: 'SHA256SUMS',
} as const
