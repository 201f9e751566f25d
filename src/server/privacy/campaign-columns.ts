import { type SQL, sql } from 'drizzle-orm'
import type { Person } from './person.ts'
import { askedOfStaff, forEver, type TableRule, withOrder } from './table-rule.ts'

const ofMember = ({ uid }: Person) => sql`member_id = ${uid}`
const withCampaign = 'with the campaign, for ever'

/** Teams that the person leads or has opened: the place is theirs whoever leads the team now. */
export function teamsOf({ uid, key }: Person): SQL {
  return sql`(select id from groups where leader_id = ${uid}
    union select opened.group_id from group_events as opened
      join participations as place on place.group_id = opened.group_id
      where place.member_id = ${uid} and opened.event = 'open' and opened.actor = ${key})`
}

/** The tables of the group buys. The id of a member alone leads to nobody once the member is gone. */
export const campaignRules: Record<string, TableRule> = {
  campaigns: {
    kept: forEver,
    personal: {},
    written: { reason: askedOfStaff },
    plain: [
      ...['id', 'kind', 'title', 'description', 'pictures', 'money', 'metric', 'withdraw'],
      ...[
        'supply',
        'delivery',
        'english',
        'state',
        'outcome',
        'shipping_method_ids',
        'leader_sending',
      ],
    ],
  },
  campaign_products: {
    kept: withCampaign,
    personal: {},
    plain: ['campaign_id', 'product_id', 'snapshot', 'variants'],
  },
  campaign_tiers: { kept: withCampaign, personal: {}, plain: ['campaign_id'] },
  campaign_prices: { kept: withCampaign, personal: {}, plain: ['campaign_id', 'product_id'] },
  campaign_extensions: {
    kept: withCampaign,
    personal: {},
    written: { reason: askedOfStaff },
    plain: ['campaign_id', 'by'],
  },
  campaign_delays: {
    kept: withCampaign,
    personal: {},
    written: { reason: askedOfStaff },
    plain: ['campaign_id', 'by'],
  },
  delay_answers: {
    kept: withCampaign,
    personal: {},
    plain: ['participation_id', 'campaign_id', 'answer'],
  },
  campaign_members: { kept: withCampaign, personal: {}, plain: ['campaign_id', 'member_id'] },
  line_people: {
    kept: '400 days unused; those of a leader until the leader leaves',
    ofPerson: ({ key, owners }) =>
      sql`(keeper = ${key} or 'g:line:' || person_id = any(${sql.param(owners)}))`,
    removesRows: true,
    // Notes of a leader about others: in no export of the leader's own data.
    personal: { keeper: 'hidden', name: 'hidden', contact_name: 'hidden', tel: 'hidden' },
    plain: ['id', 'person_id'],
  },
  campaign_wishes: {
    kept: 'until a group buy of the product has opened, a year at most',
    ofPerson: ofMember,
    removesRows: true,
    personal: { member_id: 'with_row' },
    plain: ['product_id'],
  },
  campaign_leaders: {
    kept: withCampaign,
    ofPerson: ofMember,
    removesRows: true,
    personal: { member_id: 'with_row' },
    plain: ['campaign_id'],
  },
  campaign_sellers: {
    kept: `${forEver}; the shown name until the member leaves`,
    ofPerson: ofMember,
    personal: { shown_name: 'text' },
    plain: ['id', 'campaign_id', 'member_id', 'code'],
  },
  groups: {
    kept: `${forEver}; the place of the leader and how the leader is paid for 5 years after the end`,
    ofPerson: (person) => sql`id in ${teamsOf(person)}`,
    personal: { pickup_place: 'empty', pay_ways: 'null' },
    written: { reason: askedOfStaff },
    plain: [
      ...['id', 'campaign_id', 'code', 'pool_of', 'leader_id', 'state', 'closing_reason'],
      ...['outcome', 'shortfall'],
    ],
  },
  participations: {
    kept: `${forEver}; the shown name and the end of the account ${withOrder}`,
    orderColumn: 'order_id',
    personal: { shown_name: 'text', via: 'null', last_five: 'null' },
    plain: [
      ...['id', 'group_id', 'campaign_id', 'member_id', 'order_id', 'state', 'end_reason'],
      ...['reminded_at', 'seller_id'],
    ],
  },
  hand_out_codes: {
    kept: '30 days after the hand-out, 400 days at most',
    personal: {},
    plain: ['order_id', 'code', 'reminded_at'],
  },
  group_events: {
    kept: forEver,
    personal: {},
    plain: [
      ...['campaign_id', 'group_id', 'participation_id', 'event', 'from_state', 'to_state'],
      ...['actor', 'detail'],
    ],
  },
  group_pardons: {
    kept: 'until the member leaves',
    ofPerson: ofMember,
    removesRows: true,
    personal: { member_id: 'with_row' },
    plain: ['id', 'by'],
  },
  commission_entries: {
    kept: `${forEver}; the note of a payout until the leader is erased`,
    ofPerson: ({ uid }) => sql`leader_id = ${uid}`,
    personal: { note: 'empty' },
    plain: ['id', 'group_id', 'leader_id', 'order_id', 'kind', 'by'],
  },
  leader_receipts: {
    kept: `${forEver}; the end of the account and the note ${withOrder}`,
    orderColumn: 'order_id',
    personal: { last_five: 'null', note: 'empty' },
    plain: ['id', 'group_id', 'participation_id', 'order_id', 'way', 'by'],
  },
  leader_hand_overs: {
    kept: `${forEver}; the end of the account and the note until the leader is erased`,
    ofPerson: (person) => sql`group_id in ${teamsOf(person)}`,
    personal: { last_five: 'null', note: 'empty' },
    plain: ['id', 'group_id', 'way', 'by', 'booked_by'],
  },
  supplier_orders: { kept: forEver, personal: {}, plain: ['campaign_id', 'lines', 'by'] },
  allotments: {
    kept: forEver,
    personal: {},
    plain: ['id', 'campaign_id', 'order_id', 'run_id', 'refund_id'],
  },
  campaign_receipts: {
    kept: forEver,
    personal: {},
    written: { note: askedOfStaff },
    plain: ['id', 'campaign_id', 'product_id', 'by'],
  },
}
