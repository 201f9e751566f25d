import type { Db } from '../../db/connect.ts'
import { leaderName } from '../back-office/admin-group-wire.ts'
import { listSellers } from './sellers.queries.ts'
import { readParts } from './sellers.service.ts'

const maxRows = 10_000

/** The statement of all sellers of a campaign, as rows of a CSV file; none without sellers. */
export async function sellerRows(
  db: Db,
  campaignId: string,
  seesPersons: boolean,
): Promise<(string | number)[][]> {
  const { rows } = await listSellers(db, campaignId, { limit: maxRows, offset: 0 })
  if (rows.length === 0) return []
  const { goods, sellers, leader, shop } = await readParts(db, campaignId)
  return [
    [],
    ['幫賣', '連結代碼', '名額', '份數', '商品金額', '分潤'],
    ...rows.map(({ name, email, code, places, units, goods: sold, earned }) => [
      ...[leaderName({ name, email }, seesPersons), code, places, units, sold, earned],
    ]),
    [],
    ['已完成訂單的商品金額', '幫賣分潤', '團主分潤', '店家所得'],
    [goods, sellers, leader, shop],
  ]
}
