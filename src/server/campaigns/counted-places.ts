import type { CampaignMoney } from '#contract/campaign-states.ts'
import type { ParticipationRow } from './participations.queries.ts'

/**
 * Whether a live place counts for the minimum and the price of its group: its card is authorised, or
 * its member, who pays after success, has proved the mailbox.
 */
export function isCounted(
  money: CampaignMoney,
  { state, needsProof }: Pick<ParticipationRow, 'state' | 'needsProof'>,
): boolean {
  return money === 'pay_after_success' ? !needsProof : state !== 'held'
}
