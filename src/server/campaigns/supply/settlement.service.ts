import type { Settlement } from '#contract/campaigns.ts'
import type { Db } from '../../db/connect.ts'
import { toEpochSeconds } from '../../http/epoch-seconds.ts'
import { ShopError } from '../../http/shop-error.ts'
import { readCampaign } from '../back-office/admin-campaigns.queries.ts'
import { listGroups } from '../back-office/admin-groups.queries.ts'
import { surplusOf } from '../storefront/share-pieces.ts'
import { type Sold, soldOf, toLine } from '../tiers.ts'
import { type ProductPieces, readPieces, sumMoney } from './settlement.queries.ts'
import { readSupplierOrders, type SupplierOrderRow } from './supply.queries.ts'

const gapsShown = 100
const unknownSold: Omit<Sold, 'productId'> = { title: '', unit: '' }

/** Pieces and money of a campaign, summed from the books. */
export async function readSettlement(
  db: Db,
  id: string,
): Promise<{ title: string; settlement: Settlement }> {
  const whole = await readCampaign(db, id)
  if (!whole || whole.campaign.archivedAt) throw new ShopError('CAMPAIGN_NOT_FOUND')
  const [pieces, money, supplierOrders, gaps] = await Promise.all([
    readPieces(db, id),
    sumMoney(db, id),
    readSupplierOrders(db, id),
    listGroups(db, { campaignId: id, isShort: true }, { limit: gapsShown, offset: 0 }),
  ])
  const isOrdered = whole.campaign.supply === 'order'
  const sold = soldOf(whole)
  const settlement = {
    products: pieces.map((ofProduct) => {
      const { succeeded, ordered, received, damaged, shipped } = ofProduct
      const id = ofProduct.sold_id
      const { productId, variantId, title, unit } = sold.get(id) ?? {
        ...unknownSold,
        productId: id,
      }
      return {
        product_id: productId,
        ...(variantId && { variant_id: variantId }),
        title,
        unit,
        ...{ succeeded, ordered, received, damaged, shipped },
        // Pieces from the stock were held at joining.
        short: isOrdered ? shortOf(ofProduct) : 0,
      }
    }),
    money,
    gaps: gaps.rows.map(({ group, paid }) => ({
      group_id: group.id,
      code: group.code,
      paid_units: paid.units,
      paid_members: paid.members,
      min_target: whole.campaign.minTarget ?? 0,
    })),
    supplier_orders: supplierOrders.map(toSupplierOrder),
  }
  return { title: whole.campaign.title, settlement }
}

/** Pieces not received, or received and lacking all the same: the stock has less than was booked. */
function shortOf(pieces: ProductPieces): number {
  const shareable = Math.max(0, Math.min(pieces.free, surplusOf(pieces)))
  return Math.max(0, pieces.succeeded - pieces.received, pieces.lacking - shareable)
}

function toSupplierOrder({ n, at, lines }: SupplierOrderRow) {
  return { n, at: toEpochSeconds(at), lines: lines.map(toLine) }
}

/** As the rows of a CSV file. */
export function settlementRows({ products, money }: Settlement): (string | number)[][] {
  return [
    ['商品', '單位', '成立', '已叫貨', '已到貨', '已出貨', '短缺'],
    ...products.map(({ title, unit, succeeded, ordered, received, shipped, short }) => [
      ...[title, unit, succeeded, ordered, received, shipped, short],
    ]),
    [],
    ['應收', '已收', '已退', '未付', '團主分潤'],
    [money.due, money.received, money.refunded, money.unpaid, money.commission],
  ]
}
