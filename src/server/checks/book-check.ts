/** One rule over the books, which the doctor, the nightly check and 對帳 read alike. */
export interface BookCheck {
  /** As the nightly check keeps it; those of campaigns are the ids of docs/checklist-groups.md. */
  id: string
  /** For `npm run doctor`. */
  name: string
  advice: string
  /** For the back office. */
  sentence: string
  /** Judged whenever 對帳 is read, since indexes answer it; the others once a night. */
  isLive?: true
  /**
   * Selects one row for each fault, and none where all is well: in `subject` the id of the attempt,
   * order, product, place, group or campaign, where known `ours`, `theirs` and `since`, and a `kind`
   * other than `ledger`. It names no parameter, so that it runs over any connection.
   */
  statement: string
}
