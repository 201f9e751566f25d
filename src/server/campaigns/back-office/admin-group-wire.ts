import type { AdminGroup, AdminParticipation } from '#contract/campaigns.ts'
import { maskAddress, maskEmail, maskName, maskTel } from '#contract/masking.ts'
import { toGroup } from '../group-wire.ts'
import { toParticipation } from '../participation-wire.ts'
import type { ListedGroup, ListedPlace } from './admin-groups.queries.ts'

interface Viewer {
  ownAddress: string
  /** May see who people are. */
  seesPersons: boolean
}

export function toAdminGroup(row: ListedGroup, { ownAddress, seesPersons }: Viewer): AdminGroup {
  const { group, places, paid, leaderEmail, campaign } = row
  const counts = Object.entries(places).map(([state, { members }]) => [state, members])
  return {
    ...toGroup({ ...row, recent: [] }, ownAddress),
    id: group.id,
    ...(leaderEmail && { leader_email: seesPersons ? leaderEmail : maskEmail(leaderEmail) }),
    participations: Object.fromEntries(counts),
    paid_units: paid.units,
    paid_members: paid.members,
    min_target: campaign.minTarget ?? 0,
  }
}

export function toAdminParticipation(
  row: ListedPlace,
  { ownAddress, seesPersons }: Viewer,
): AdminParticipation {
  const { name, email, tel } = row.contact
  const place = toParticipation(row, ownAddress)
  // Where a leader hands the goods out is mostly where the leader lives.
  const pickup = place.pickup_place
  return {
    ...place,
    ...(pickup && !seesPersons && { pickup_place: maskAddress(pickup) }),
    // Rights of the member, not of the administrator.
    can_change: false,
    can_withdraw: false,
    order_number: row.orderNumber,
    user: seesPersons
      ? { name, email, tel }
      : { name: maskName(name), email: maskEmail(email), tel: maskTel(tel) },
  }
}
