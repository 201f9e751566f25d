import type { HandOutResult } from '#contract/hand-out-states.ts'
import { maxHandOutItems } from '#contract/hand-out-states.ts'
import { ApiError } from '../api/api-error.ts'
import type { HandOutQueue, Wish } from './hand-out-queue.ts'

export interface SentItem {
  id: string
  code?: string
  at: number
  is_undo?: true
  received?: number
}
export type SendItems = (items: SentItem[]) => Promise<{ results: { result: HandOutResult }[] }>

/** How a sending ended: all is answered, or what is left waits for the network or for a sign-in. */
export type SendOutcome = 'sent' | 'no_network' | 'signed_out'

/**
 * Sends what waits, in the order of the presses. Whoever was the second of two helpers is told by
 * `onAlready`; a wish that was sent before may have met itself.
 */
export async function sendWishes(
  queue: HandOutQueue,
  send: SendItems,
  onAlready: (wish: Wish) => void,
): Promise<SendOutcome> {
  for (;;) {
    const batch = queue
      .list()
      .filter(({ refused }) => refused === undefined)
      .slice(0, maxHandOutItems)
    if (batch.length === 0) return 'sent'
    try {
      const { results } = await send(batch.map(toItem))
      for (const [index, wish] of batch.entries()) {
        const result = results[index]?.result ?? 'unknown'
        if (result === 'already' && wish.tries === 0) onAlready(wish)
        queue.answered(wish, result)
      }
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0
      // A body that the shop refuses would be refused for ever.
      if (status === 400) for (const wish of batch) queue.answered(wish, 'unknown')
      else {
        for (const wish of batch) queue.failed(wish)
        return status === 401 || status === 403 ? 'signed_out' : 'no_network'
      }
    }
  }
}

function toItem({ id, code, at, isUndo, received }: Wish): SentItem {
  return {
    ...{ id, at },
    ...(code !== undefined && { code }),
    ...(isUndo && { is_undo: true as const }),
    ...(received !== undefined && { received }),
  }
}
