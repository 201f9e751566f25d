import { type SQL, sql } from 'drizzle-orm'
import {
  type CampaignMoney,
  type ParticipationState,
  participationStateLabel,
} from '#contract/campaign-states.ts'
import { PlainCell } from '../http/csv.ts'
import { type Column, defineExport, type ExportRequest, lastOf } from './export-kind.ts'
import { countTo, filtersOf } from './filters.ts'
import { yesOrNo } from './words.ts'

interface ExportedParticipant {
  id: string
  campaign: string
  money: CampaignMoney
  group_id: string
  order_id: string
  order_number: string
  name: string
  tel: string
  products: string | null
  qty: number
  /** In whole NT$. */
  amount: number
  state: ParticipationState
  /** Its leader has not handed its money over. */
  is_owed: boolean
  /** In Taipei. */
  joined: string
  is_handed_out: boolean
  /** The name as buyers see it, and the code of the link. */
  seller: string | null
}

const columns: Column<ExportedParticipant>[] = [
  { key: 'campaign', word: '活動', cell: ({ campaign }) => campaign },
  { key: 'group_id', word: '團編號', cell: ({ group_id: id }) => id },
  { key: 'order_number', word: '訂單編號', cell: ({ order_number: number }) => number },
  { key: 'order_id', word: '系統編號', cell: ({ order_id: id }) => id },
  { key: 'name', word: '參加者', isPersonal: true, cell: ({ name }) => name },
  { key: 'tel', word: '電話', isPersonal: true, cell: ({ tel }) => tel },
  { key: 'products', word: '商品', cell: ({ products }) => products ?? '' },
  { key: 'qty', word: '數量', cell: ({ qty }) => qty },
  { key: 'amount', word: '金額', cell: ({ amount }) => amount },
  {
    key: 'state',
    word: '狀態',
    cell: ({ state, money, is_owed: isOwed }) =>
      isOwed ? '待團主交款' : participationStateLabel(state, money),
  },
  { key: 'joined_at', word: '加入時間', cell: ({ joined }) => new PlainCell(joined) },
  { key: 'is_handed_out', word: '已取貨', cell: ({ is_handed_out: isSo }) => yesOrNo(isSo) },
  { key: 'seller', word: '幫賣', cell: ({ seller }) => seller ?? '' },
]

/** As a part of a statement over `participations as place`. */
function conditionOf(request: ExportRequest): SQL {
  const { campaign } = filtersOf(request, ['campaign'])
  const parts = [sql`true`]
  if (campaign !== undefined) parts.push(sql`place.campaign_id = ${campaign}`)
  if (request.ids) parts.push(sql`place.id = any(${sql.param([...request.ids])}::text[])`)
  return sql.join(parts, sql` and `)
}

export const participantExport = defineExport<ExportedParticipant>({
  permission: 'order.read',
  columns,
  check: (request) => void conditionOf(request),
  count: (db, request, limit) =>
    countTo(db, sql`select from participations as place where ${conditionOf(request)}`, limit),
  async read(db, request, { after, limit }) {
    const isNext = after === undefined ? sql`true` : sql`place.id > ${after}`
    const { rows } = await db.execute<ExportedParticipant & Record<string, unknown>>(sql`
      select place.id, campaign.title as campaign, campaign.money, place.group_id, place.order_id,
        o.number as order_number, o.contact_name as name, o.user_tel as tel,
        (select string_agg(title || ' × ' || qty, '、' order by id)
          from order_lines where order_id = o.id) as products,
        place.qty, coalesce(place.final_total, place.quoted_total) as amount, place.state,
        place.state in ('awaiting_payment', 'confirmed') and o.payment_state = 'unpaid'
          and coalesce(o.payment_method in ('to_leader', 'to_leader_ahead'), false) as is_owed,
        to_char(place.joined_at at time zone 'Asia/Taipei', 'YYYY/MM/DD HH24:MI') as joined,
        place.handed_out_at is not null as is_handed_out,
        (select seller.shown_name || ' ' || seller.code from campaign_sellers as seller
          where seller.id = place.seller_id) as seller
      from participations as place
      join campaigns as campaign on campaign.id = place.campaign_id
      join orders as o on o.id = place.order_id
      where ${conditionOf(request)} and ${isNext}
      order by place.id limit ${limit}`)
    return { rows, last: lastOf(rows, limit) }
  },
})
