import { useState } from 'react'
import { mostCredit } from '#contract/credit.ts'
import type { CreditKind } from '#contract/credit-kinds.ts'
import type { OwnCredit } from './use-own-credit.ts'

export interface CreditChoice {
  account: OwnCredit
  /** The most of each kind that can be used now, beside the other. */
  most: Record<CreditKind, number>
  typed: Record<CreditKind, string>
  type: (kind: CreditKind, text: string) => void
}

const nothing = { credit: '', points: '' }

/**
 * How much of credit and points a shopper uses for goods of this price; what is typed beyond the bounds
 * counts as far as they go. `used` and `asked` are the same as a sum and as the order names it.
 */
export function useCreditChoice(account: OwnCredit | null, goods: number) {
  const [typed, setTyped] = useState(nothing)
  if (!account) return { choice: null, used: 0, asked: {} }
  const most = mostCredit(goods, account)
  const points = Math.min(toNumber(typed.points), account.points, most)
  const credit = Math.min(toNumber(typed.credit), account.credit, most - points)
  const choice: CreditChoice = {
    account,
    most: {
      credit: Math.min(account.credit, most - points),
      points: Math.min(account.points, most - credit),
    },
    typed: { credit: shownOf(typed.credit, credit), points: shownOf(typed.points, points) },
    type: (kind, text) => setTyped((before) => ({ ...before, [kind]: text.replace(/\D/g, '') })),
  }
  const asked = { ...(credit > 0 && { credit }), ...(points > 0 && { points }) }
  return { choice, used: credit + points, asked }
}

const toNumber = (text: string) => Number(text || 0)
/** An empty field stays empty. */
const shownOf = (text: string, counted: number) => (text === '' ? '' : String(counted))
