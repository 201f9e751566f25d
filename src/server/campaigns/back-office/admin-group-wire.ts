import type { AdminGroup, AdminParticipation } from '#contract/campaigns.ts'
import { maskAddress, maskEmail, maskName, maskTel } from '#contract/masking.ts'
import { mayDo, type StaffActor } from '../../http/actor.ts'
import { toGroup } from '../group-wire.ts'
import { toParticipation } from '../participation-wire.ts'
import type { ListedGroup, ListedPlace } from './admin-groups.queries.ts'

export function seesPersons(actor: StaffActor): boolean {
  return mayDo(actor, 'person.read')
}

interface Viewer {
  ownAddress: string
  /** May see who people are. */
  seesPersons: boolean
  /** The staff enter orders of chats. */
  takesLineOrders?: boolean
}

export function toAdminGroup(row: ListedGroup, viewer: Viewer): AdminGroup {
  const { ownAddress, seesPersons } = viewer
  const { group, places, paid, leaderEmail, campaign } = row
  const counts = Object.entries(places).map(([state, { members }]) => [state, members])
  const shown = toGroup({ ...row, recent: [] }, ownAddress)
  return {
    ...shown,
    ...maskedPickup(shown, seesPersons),
    id: group.id,
    ...(leaderEmail && { leader_email: seesPersons ? leaderEmail : maskEmail(leaderEmail) }),
    participations: Object.fromEntries(counts),
    paid_units: paid.units,
    paid_members: paid.members,
    min_target: campaign.minTarget ?? 0,
    ...(viewer.takesLineOrders && { takes_line_orders: true as const }),
  }
}

export function toAdminParticipation(
  row: ListedPlace,
  { ownAddress, seesPersons }: Viewer,
): AdminParticipation {
  const { name, email, tel } = row.contact
  const place = toParticipation(row, ownAddress)
  return {
    ...place,
    ...maskedPickup(place, seesPersons),
    ...(place.to_leader && { to_leader: sumsOf(place.to_leader) }),
    // Rights of the member, not of the administrator.
    can_change: false,
    can_withdraw: false,
    order_number: row.orderNumber,
    user: seesPersons
      ? { name, email, tel }
      : { name: maskName(name), email: maskEmail(email), tel: maskTel(tel) },
  }
}

/** The account of a leader and its words are between the leader and the members. */
function sumsOf({ open, received }: NonNullable<AdminParticipation['to_leader']>) {
  return { ...(open !== undefined && { open }), ...(received !== undefined && { received }) }
}

/** Where a leader hands the goods out may be where the leader lives. */
function maskedPickup({ pickup_place }: { pickup_place?: string }, seesPersons: boolean) {
  return pickup_place && !seesPersons ? { pickup_place: maskAddress(pickup_place) } : {}
}

/** As an account or a balance is named. */
export function leaderName(
  { name, email }: { name: string | null; email: string | null },
  isShown: boolean,
): string {
  if (name) return isShown ? name : maskName(name)
  if (email) return isShown ? email : maskEmail(email)
  return '已刪除的會員'
}
