/** A defence taken out: the texts of the server's source that are replaced while it is loaded. */
export interface Mutant {
  /** Which check has to notice, in a few words; docs/reliability.md lists them. */
  noticedBy: string
  changes: { file: string; find: string; replace: string }[]
  /** Run once over the database: a constraint that stands behind the code has to go as well. */
  sql?: string[]
}
