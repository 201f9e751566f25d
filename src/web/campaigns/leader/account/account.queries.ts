import { useQuery } from '@tanstack/react-query'
import { handOutApi } from '#contract/hand-out.ts'
import { leaderMoneyApi } from '#contract/leader-money.ts'
import { leaderApi } from '#contract/participations.ts'
import { callerQuery } from '../../../api/caller-query.ts'
import { isDefinitiveFailure, useIdempotencyKey } from '../../../api/idempotency-key.ts'
import { useMemberSession } from '../../../api/member-session.ts'
import { useApiMutation } from '../../../api/queries.ts'

export function useLeaderAccount(code: string) {
  const session = useMemberSession()
  return useQuery({
    ...callerQuery(session, leaderMoneyApi.account, { params: { code } }),
    enabled: session.user !== null,
  })
}

/** Ticks, corrections, hand-overs and ways; pressed twice, one of them happens. */
export function useChangeAccount(choices: { onChanged?: () => void } = {}) {
  const idempotency = useIdempotencyKey()
  return useApiMutation(leaderMoneyApi.change, {
    refresh: [leaderMoneyApi.account, leaderApi.console, handOutApi.list],
    refreshesOnConflict: true,
    callOptions: (input) => ({ idempotencyKey: idempotency.keyOf(input) }),
    onError: (error) => {
      if (isDefinitiveFailure(error)) idempotency.reset()
    },
    onSuccess: () => {
      idempotency.reset()
      choices.onChanged?.()
    },
  })
}

/** Looks a pasted statement through; nothing is written. */
export function useStatementLook() {
  return useApiMutation(leaderMoneyApi.change, { toast: 'failure' })
}
