/**
 * The numbers of the advisory locks that a database knows by number, each of one purpose. All others
 * are hashes of a text that says what they are for.
 */
export const advisoryLocks = {
  migration: 7_316_001,
  /** Held as long as a backup is made. */
  backup: 7_316_002,
  auditSeal: 7_316_004,
  /** With the number of the key as second number: held by each node that runs. */
  secretsKey: 7_316_005,
  erasureLedger: 7_316_029,
} as const
