/**
 * A mutant lacks one defence: these texts of the server's source are replaced while it is loaded.
 */
export interface Mutant {
  /** Which check has to notice, in a few words; docs/reliability.md lists them. */
  noticedBy: string
  changes: { file: string; find: string; replace: string }[]
  /** SQL that drops a constraint which would replace the missing defence. */
  sql?: string[]
}
