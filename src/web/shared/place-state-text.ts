import { participationStateLabel } from '#contract/campaign-states.ts'
import type { Participation } from '#contract/campaigns.ts'
import { t } from '#contract/translate.ts'

/** The state of a place in a word; whether the leader has its money is what the leader says. */
export function placeStateText({
  state,
  money,
  needs_proof,
  to_leader,
}: Pick<Participation, 'state' | 'money' | 'needs_proof' | 'to_leader'>): string {
  if (to_leader?.open === undefined) return participationStateLabel(state, money, needs_proof)
  return to_leader.open > 0 ? t('待付款') : t('團主已收款')
}
