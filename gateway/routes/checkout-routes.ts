import type { FastifyInstance } from 'fastify'
import { type Fields, isSigned, sign } from '../check-mac-value.ts'
import type { Gateway } from '../gateway.ts'
import { noticeFields } from '../notice-fields.ts'
import { faultsOfForm } from '../order-form.ts'
import { checkoutPage, checkoutPath, stageNames } from '../pages/checkout-page.ts'
import { messagePage, returnPage } from '../pages/layout.ts'
import { actAsShopper, isExpired, type ShopperAction, shopperActions } from '../shopper-actions.ts'
import { methods, type Trade } from '../trade.ts'
import { fieldsOf } from './forms.ts'
import { getTrade } from './get-trade.ts'
import { sendPage } from './replies.ts'
import type { SubjectParams } from './subject-routes.ts'

const actionBody = {
  type: 'object',
  required: ['action'],
  properties: { action: { enum: shopperActions } },
}

/** Routes of the shopper's browser: the form that makes a trade, and the pages to pay it. */
export function registerCheckoutRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { account, clock, trades } = gateway

  app.post('/Cashier/AioCheckOut/V5', (request, reply) => {
    const form = fieldsOf(request)
    const faults = refusalsOf(gateway, form)
    const method = methods.find((name) => name === form.ChoosePayment)
    if (!method || faults.length > 0) {
      return sendPage(reply.code(400), messagePage('無法建立交易', faults))
    }
    const trade = trades.add(form, method, clock.now())
    // After a reload the form would be sent again, with a number that is used up.
    return reply.redirect(checkoutPath(trade), 303)
  })

  app.get<SubjectParams>('/checkout/:no', (request, reply) => {
    const trade = getTrade(gateway, request.params.no)
    const options = { result: resultOf(trade), isExpired: isExpired(gateway, trade) }
    return sendPage(reply, checkoutPage(trade, options))
  })

  app.post<SubjectParams & { Body: { action: ShopperAction } }>(
    '/checkout/:no',
    { schema: { body: actionBody } },
    (request, reply) => {
      const trade = getTrade(gateway, request.params.no)
      const { action } = request.body
      const isDone = actAsShopper(gateway, trade, action)
      const result = resultOf(trade)
      const { OrderResultURL } = trade.form
      if (isDone && action === 'pay' && OrderResultURL && result) {
        return sendPage(
          reply,
          returnPage(stageNames.paid, { address: OrderResultURL, fields: result }),
        )
      }
      return reply.redirect(checkoutPath(trade), 303)
    },
  )

  /** Result that the browser returns once the card was paid or refused. */
  function resultOf(trade: Trade): Fields | undefined {
    const { stage } = trade
    if (stage !== 'paid' && stage !== 'refused') return undefined
    return sign(noticeFields(trade, stage, trade.paidAt ?? clock.now(), account), account)
  }
}

function refusalsOf({ account, trades }: Gateway, form: Fields): string[] {
  if (form.MerchantID !== account.merchantId) return ['MerchantID：查無此特店']
  const faults = faultsOfForm(form)
  if (faults.length > 0) return faults
  if (!isSigned(form, account)) return ['CheckMacValue Error：檢查碼錯誤']
  return trades.find(form.MerchantTradeNo ?? '') ? ['MerchantTradeNo：訂單編號已使用過'] : []
}
