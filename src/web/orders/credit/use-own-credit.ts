import { useQuery } from '@tanstack/react-query'
import { creditApi } from '#contract/credit.ts'
import type { CreditKind } from '#contract/credit-kinds.ts'
import { callerQuery } from '../../api/caller-query.ts'
import { type MemberUser, useMemberSession } from '../../api/member-session.ts'
import { shopTerms } from '../../api/shop-config.ts'

/** Amounts that a member can use now, in whole NT$. */
export interface OwnCredit extends Record<CreditKind, number> {
  /** Percent of the goods that may be paid with it. */
  share: number
}

/**
 * Undefined while it loads, so that nothing moves once it is there. Null for a guest, without a
 * balance, and in a shop that has it off, which asks for nothing; also where it cannot be read: the
 * order goes on without it.
 */
export function useOwnCredit(member: MemberUser | null): OwnCredit | null | undefined {
  const session = useMemberSession()
  const shown = shopTerms?.credit
  const { data, isLoading } = useQuery({
    ...callerQuery(session, creditApi.own, { query: {} }),
    enabled: shown !== undefined && member !== null && !session.isRestoring,
    // Not from the cache: the last order has changed it.
    gcTime: 0,
  })
  if (isLoading) return undefined
  if (!shown || !data) return null
  const credit = shown.credit ? data.balance : 0
  const points = shown.points ? data.points : 0
  return credit + points > 0 ? { credit, points, share: shown.share } : null
}
