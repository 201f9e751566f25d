import type { HandOut } from '#contract/hand-out.ts'
import type { Wish } from './hand-out-queue.ts'

export type ShownHandOut = HandOut & {
  /** It was pressed on this device, and the shop has not answered yet. */
  isWaiting?: true
}

/** The rows as they are once everything is sent: a press shows at once, with or without a network. */
export function withWishes(rows: readonly HandOut[], wishes: readonly Wish[]): ShownHandOut[] {
  const open = new Map(wishes.filter(({ refused }) => !refused).map((wish) => [wish.id, wish]))
  return rows.map((row) => {
    const wish = open.get(row.id)
    if (!wish) return row
    const { handed_out_at: _at, undo_until: _until, ...rest } = row
    const at = Math.floor(wish.at / 1000)
    return wish.isUndo
      ? { ...rest, state: 'waiting', isWaiting: true }
      : { ...rest, state: 'handed_out', handed_out_at: at, isWaiting: true }
  })
}
