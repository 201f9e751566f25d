import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { recordAudit } from '../../audit/audit.ts'
import type { Db } from '../../db/connect.ts'
import { transaction } from '../../db/transaction.ts'
import type { StaffActor } from '../../http/actor.ts'
import { ShopError } from '../../http/shop-error.ts'
import { readText } from '../../input/coerced-values.ts'
import { readLocked } from '../back-office/campaign-edit.service.ts'
import { type CampaignWithPool, findPublicCampaign } from '../campaigns.queries.ts'
import { maskedName } from '../group-wire.ts'
import {
  insertSeller,
  isNamedSeller,
  listSellings,
  lockSeller,
  type Selling,
  setSellerEnded,
  sumParts,
} from './sellers.queries.ts'

/** Why nobody takes a link of a campaign now; undefined where members do. */
function sellingRefusal({ campaign }: CampaignWithPool): ShopError | undefined {
  if (!campaign.hasSellers) return new ShopError('SELLERS_NOT_OFFERED')
  if (campaign.archivedAt) return new ShopError('CAMPAIGN_NOT_FOUND')
  const isRunning = campaign.state === 'scheduled' || campaign.state === 'open'
  return isRunning ? undefined : new ShopError('GROUP_CLOSED')
}

export async function canSell(
  db: NodePgDatabase,
  found: CampaignWithPool,
  memberId: string,
): Promise<boolean> {
  if (sellingRefusal(found)) return false
  const { id: campaignId, leadersOnly } = found.campaign
  return !leadersOnly || isNamedSeller(db, { campaignId, memberId })
}

/** The own link of a member to a campaign, made at the first call. */
export async function takeLink(
  db: NodePgDatabase,
  asked: { campaignId: string; memberId: string; name: string },
): Promise<Selling> {
  const { campaignId, memberId } = asked
  const shownName = maskedName(readText(asked.name, 'name'))
  return transaction(db, async (tx) => {
    const found = await findPublicCampaign(tx, campaignId)
    if (!found) throw new ShopError('CAMPAIGN_NOT_FOUND')
    const refusal = sellingRefusal(found)
    if (refusal) throw refusal
    if (found.campaign.leadersOnly && !(await isNamedSeller(tx, { campaignId, memberId }))) {
      throw new ShopError('GROUP_LEADERS_ONLY', { message: '這個團購只開放指定的會員幫賣' })
    }
    await insertSeller(tx, { campaignId, memberId, shownName })
    const { rows } = await listSellings(tx, { memberId, campaignId }, { limit: 1, offset: 0 })
    const [selling] = rows
    if (!selling) throw new Error(`no seller of ${campaignId}`)
    if (selling.seller.endedAt) throw new ShopError('SELLER_ENDED')
    return selling
  })
}

/** Ends what a member sells for a campaign, or takes that back; places of before stay. */
export async function setSeller(
  db: NodePgDatabase,
  actor: StaffActor,
  { id, isEnded }: { id: string; isEnded: boolean },
): Promise<void> {
  await transaction(db, async (tx) => {
    const seller = await lockSeller(tx, id)
    if (!seller) throw new ShopError('SELLER_NOT_FOUND')
    const wasEnded = seller.endedAt !== null
    if (wasEnded === isEnded) return
    const { campaign } = await readLocked(tx, seller.campaignId)
    await setSellerEnded(tx, { id, isEnded })
    await recordAudit(tx, actor, {
      action: 'campaign.seller',
      subject: { kind: 'campaign', id: campaign.id, title: campaign.title },
      before: { seller: seller.memberId, isEnded: wasEnded },
      after: { seller: seller.memberId, isEnded },
    })
  })
}

/** The goods of the completed orders of a campaign, and whose part is how much; what is left is the shop's. */
export async function readParts(db: Db, campaignId: string) {
  const { goods, sellers, leader } = await sumParts(db, campaignId)
  return { goods, sellers, leader, shop: goods - sellers - leader }
}
