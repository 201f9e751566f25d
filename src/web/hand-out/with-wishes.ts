import type { HandOut } from '#contract/hand-out.ts'
import { type HandOutResult, handOutUndoMinutes } from '#contract/hand-out-states.ts'
import type { ListReply } from '../shared/hand-out-lists.ts'
import type { Wish } from './hand-out-queue.ts'
import type { SentItem } from './send-wishes.ts'

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

/** The list as the shop has it after it answered, until it is read again. */
export function withAnswers(
  list: ListReply,
  items: readonly SentItem[],
  { results }: { results: readonly { result: HandOutResult }[] },
): ListReply {
  const answered = new Map(items.map((item, n) => [item.id, { ...item, ...results[n] }]))
  return {
    ...list,
    hand_outs: list.hand_outs.map((row) => {
      const { result, at = 0 } = answered.get(row.id) ?? {}
      const { handed_out_at: _at, undo_until: _until, ...rest } = row
      if (result === 'undone') return { ...rest, state: 'waiting' }
      if (result !== 'handed_out' && result !== 'already') return row
      const seconds = Math.floor(at / 1000)
      return {
        ...{ ...rest, state: 'handed_out', handed_out_at: seconds },
        ...(result === 'handed_out' && { undo_until: seconds + handOutUndoMinutes * 60 }),
      }
    }),
  }
}
