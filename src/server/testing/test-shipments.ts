import type { ShipmentState } from '#contract/shipment-states.ts'
import { publishedLogisticsKeys } from '../config-logistics.ts'
import { createId } from '../db/id.ts'
import { sign } from '../ecpay/check-mac-value.ts'
import { createTradeNumber } from '../ecpay/trade-number.ts'
import type { GatewayCall } from './doubles/gateway-stand-in.ts'
import type { TestShop } from './test-shop.ts'

const merchantId = '2000933'
const keys = publishedLogisticsKeys.C2C

/** The environment of a shop whose logistics are at this address. */
export const logisticsEnv = (url: string) => ({
  ECPAY_LOGISTICS_URL: url,
  ECPAY_LOGISTICS_MERCHANT_ID: merchantId,
  ECPAY_LOGISTICS_HASH_KEY: keys.hashKey,
  ECPAY_LOGISTICS_HASH_IV: keys.hashIv,
})

/** A parcel of an order to a store of FamilyMart, as if it had come so far; gives its id. */
export async function insertTestShipment(
  { database: { pool } }: TestShop,
  orderId: string,
  state: ShipmentState,
): Promise<string> {
  const id = createId()
  const store = { chain: 'FAMI', id: '006598', name: '台北三重店', address: '臺北市', tel: '' }
  await pool.query('update orders set shipping = $2 where id = $1', [
    orderId,
    JSON.stringify({ kind: 'store', name: '超商取貨', store }),
  ])
  await pool.query(
    `insert into shipments (id, order_id, provider, merchant, chain, store_id, trade_no, state, amount, attempts,
       collects, provider_id, payment_no)
     select $1, id, 'ecpay', $3, 'FAMI', '006598', $4, $5, 1000, $6,
       case payment_state when 'unpaid' then total else 0 end, '1718546', '01234567890'
     from orders where id = $2`,
    [id, orderId, merchantId, createTradeNumber(), state, state === 'failed' ? 1 : 0],
  )
  return id
}

/** The answer of logistics to a question about a parcel: nothing has happened to it. */
export function shipmentAnswer(
  { fields: { MerchantTradeNo = '' } }: GatewayCall,
  LogisticsStatus = '300',
) {
  const signed = sign(
    {
      MerchantID: merchantId,
      MerchantTradeNo,
      AllPayLogisticsID: '1718546',
      GoodsAmount: '1000',
      LogisticsStatus,
      ShipmentNo: '01234567890',
      CVSPaymentNo: '01234567890',
    },
    { ...keys, digest: 'md5' },
  )
  return { body: new URLSearchParams(signed).toString() }
}
