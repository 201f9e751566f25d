import type { FastifyInstance } from 'fastify'
import { type LogisticsAccount, logisticsAccounts } from '../account.ts'
import { type Fields, isSigned } from '../check-mac-value.ts'
import { address, atMost, faultsOfFields, oneOf, type Rules, tradeNumber } from '../field-rules.ts'
import type { Gateway } from '../gateway.ts'
import { messagePage } from '../pages/layout.ts'
import { fieldsOf } from '../routes/forms.ts'
import { sendPage } from '../routes/replies.ts'
import { jsonAnswer } from '../routes/shop-call.ts'
import { chains, rulesOf } from './carriers.ts'
import { type RegisterLogisticsCall, refuse } from './logistics-call.ts'
import { mapPage } from './map-page.ts'
import { carrierOf, checkMac, givenFields } from './parcel-form.ts'
import { isOpen, stores } from './stores.ts'

const required: Rules = {
  MerchantID: atMost(10),
  LogisticsType: oneOf('CVS'),
  LogisticsSubType: atMost(20),
  IsCollection: oneOf('Y', 'N'),
  ServerReplyURL: address,
}
const optional: Rules = {
  MerchantTradeNo: tradeNumber,
  ExtraData: atMost(20),
  Device: oneOf('0', '1'),
  CheckMacValue: checkMac,
}

/** The map on which a shopper chooses a store, and the list of all stores. */
export function registerMapRoutes(
  app: FastifyInstance,
  gateway: Gateway,
  register: RegisterLogisticsCall,
): void {
  app.post('/Express/map', (request, reply) => {
    const form = givenFields(fieldsOf(request))
    const account = logisticsAccounts.find(({ merchantId }) => merchantId === form.MerchantID)
    const faults = account ? faultsOfMap(form, account) : ['MerchantID：查無此特店']
    const carrier = account && carrierOf(form, account)
    if (typeof carrier !== 'string' || faults.length > 0) {
      const refusals = typeof carrier === 'object' ? [carrier.refusal] : []
      return sendPage(
        reply.code(400),
        messagePage('無法開啟地圖', [...faults, ...refusals], 'logistics'),
      )
    }
    const { chain } = rulesOf(carrier)
    const shown = stores.filter(
      (store) => store.chain === chain && (form.IsCollection === 'N' || store.collects),
    )
    return sendPage(reply, mapPage(form, shown, gateway.settings))
  })

  register('/Helper/GetStoreList', ({ fields: { CvsType = '' } }) => {
    const asked = chains.filter((chain) => CvsType === 'All' || CvsType === chain)
    if (asked.length === 0) return refuse('CvsType：不支援的超商類型')
    return jsonAnswer({
      RtnCode: 1,
      RtnMsg: '成功',
      StoreList: asked.map((chain) => ({
        CvsType: chain,
        StoreInfo: stores
          .filter((store) => store.chain === chain && isOpen(store, gateway.settings))
          .map(({ id, name, address, phone }) => ({
            StoreId: id,
            StoreName: name,
            StoreAddr: address,
            StorePhone: phone,
          })),
      })),
    })
  })
}

/** The map goes without a CheckMacValue; one that is sent must be right. */
function faultsOfMap(form: Fields, account: LogisticsAccount): string[] {
  const faults = faultsOfFields(form, { required, optional, unknown: '地圖沒有這個欄位' })
  const isForged = form.CheckMacValue !== undefined && !isSigned(form, account)
  return isForged ? [...faults, 'CheckMacValue Error：檢查碼錯誤'] : faults
}
