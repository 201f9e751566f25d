import Type from 'typebox'
import { Done } from './paging.schema.ts'

/** The schedule of the backups, where the environment does not say it. */
export const BackupValues = Type.Object({
  is_on: Type.Boolean(),
  /** A time of Taipei. */
  at: Type.String({ pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$' }),
  /** Hours from one to the next, counted from `at`; absent: 24. */
  every_hours: Type.Optional(Type.Enum([1, 2, 3, 4, 6, 8, 12, 24])),
  /** Of so many of the last days, weeks and months the newest one stays. */
  keep_days: Type.Integer({ minimum: 1, maximum: 60 }),
  keep_weeks: Type.Integer({ minimum: 0, maximum: 60 }),
  keep_months: Type.Integer({ minimum: 0, maximum: 60 }),
})

const version = Type.Integer({ minimum: 0, maximum: 2_000_000_000 })

const Backups = Type.Object({
  version,
  /** As they hold: those of the environment, where it says them. */
  values: BackupValues,
  /** The names of the variables of the environment that decide instead. */
  fixed: Type.Array(Type.String()),
  /** The folder; null: this shop has none, and its PostgreSQL is backed up by its own programs. */
  place: Type.Union([Type.String(), Type.Null()]),
  /** Whether the PostgreSQL is that of the shop. */
  is_embedded: Type.Boolean(),
  is_encrypted: Type.Boolean(),
  /** Whether each one is restored and compared; the shop may lack the key for it. */
  can_verify: Type.Boolean(),
  is_running: Type.Boolean(),
  /** The last attempt, if nothing came of it since. */
  failure: Type.Union([Type.Object({ at: Type.Integer(), reason: Type.String() }), Type.Null()]),
  /** The newest first. */
  files: Type.Array(
    Type.Object({
      name: Type.String(),
      at: Type.Integer(),
      bytes: Type.Integer(),
      is_manual: Type.Boolean(),
      is_encrypted: Type.Boolean(),
      is_verified: Type.Boolean(),
      /** Whether the bucket elsewhere has it; absent: there is no bucket. */
      is_copied: Type.Optional(Type.Boolean()),
    }),
  ),
  /** Copies in the bucket; absent: there is none. */
  copies: Type.Optional(
    Type.Object({
      /** When the changes of the embedded database were last copied; null: never, absent: not kept. */
      changes_at: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
    }),
  ),
})

/** A bucket of S3, or of what speaks its protocol, for copies of the backups. */
export const BackupBucketValues = Type.Object({
  is_on: Type.Boolean(),
  /** The address of the service, without the bucket. */
  endpoint: Type.String({
    maxLength: 253,
    pattern: '^(?:https?://[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::[0-9]{1,5})?)?$',
  }),
  region: Type.String({ pattern: '^[a-z0-9-]{1,64}$' }),
  bucket: Type.String({ pattern: '^(?:[a-z0-9][a-z0-9.-]{2,62})?$' }),
  access_key_id: Type.String({ maxLength: 128, pattern: '^[\\x21-\\x7e]*$' }),
})

/** A secret that a write brings; absent: the stored one stays. */
const Secret = Type.Optional(Type.String({ maxLength: 256, pattern: '^[\\x21-\\x7e]*$' }))

const BackupBucket = Type.Object({
  version,
  values: BackupBucketValues,
  /** The names of the variables of the environment that decide instead. */
  fixed: Type.Array(Type.String()),
  /** The last four characters of the stored secret; null: none is stored. */
  secret_access_key: Type.Union([Type.String(), Type.Null()]),
  is_unreadable: Type.Boolean(),
})

export const readBucket = {
  reply: Type.Object({ success: Type.Literal(true), bucket: BackupBucket }),
}
export const updateBucket = {
  data: Type.Object({ version, values: BackupBucketValues, secret_access_key: Secret }),
  reply: Type.Object({ ...Done.properties, bucket: BackupBucket }),
}
export const testBucket = {
  data: Type.Object({ values: BackupBucketValues, secret_access_key: Secret }),
  reply: Type.Object({ ...Done.properties }),
}

export const read = { reply: Type.Object({ success: Type.Literal(true), backups: Backups }) }
export const update = {
  data: Type.Object({ version, values: BackupValues }),
  reply: Type.Object({ ...Done.properties, backups: Backups }),
}
export const create = { reply: Type.Object({ ...Done.properties, backups: Backups }) }
/** The bytes of the backup. */
export const file = {
  params: Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }) }),
  reply: Type.Any(),
}
