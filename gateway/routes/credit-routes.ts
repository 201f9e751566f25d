import { actOnCard, closedAmount } from '../card-trade.ts'
import type { Fields } from '../check-mac-value.ts'
import { otherNumber } from '../faults.ts'
import type { Gateway } from '../gateway.ts'
import { toTaipeiTime } from '../taipei-time.ts'
import type { Trade } from '../trade.ts'
import { formAnswer, jsonAnswer, type RegisterPaymentCall } from './shop-call.ts'

/** How far a card's trade is, and what can be done with it. */
export function registerCreditRoutes(gateway: Gateway, register: RegisterPaymentCall): void {
  register('/CreditDetail/QueryTrade/V2', ({ fields, found: trade, fault }) => {
    const answer = queryCard(gateway, fields, trade)
    if (fault === 'other-number') answer.RtnValue.TradeID = '999999999'
    if (fault === 'other-amount') answer.RtnValue.amount += 1
    return jsonAnswer(answer)
  })
  register('/CreditDetail/DoAction', ({ fields, found: trade, fault }) => {
    const refusal = act(gateway, fields, trade)
    return formAnswer({
      MerchantID: gateway.account.merchantId,
      MerchantTradeNo: fault === 'other-number' ? otherNumber : (fields.MerchantTradeNo ?? ''),
      TradeNo: fields.TradeNo ?? '',
      RtnCode: refusal ? '0' : '1',
      RtnMsg: refusal ?? '',
    })
  })
}

interface CardAnswer {
  /** Empty when the trade was found. */
  RtnMsg: string
  RtnValue: {
    TradeID: string
    amount: number
    clsamt: number
    authtime: string
    status: string
    close_data: { status: string; amount: number; sno: string; datetime: string }[]
  }
}

function queryCard({ account }: Gateway, fields: Fields, trade: Trade | undefined): CardAnswer {
  const card = trade?.card
  const isRightCode = fields.CreditCheckCode === account.creditCheckCode
  const isRightAmount = Number(fields.CreditAmount) === card?.amount
  if (!isRightCode) return refused('error_Stop')
  if (!card) return refused('error_nopay')
  if (!isRightAmount) return refused('error')
  return {
    RtnMsg: '',
    RtnValue: {
      TradeID: card.gwsr,
      amount: card.amount,
      clsamt: closedAmount(card),
      authtime: toTaipeiTime(card.authorisedAt),
      status: card.state,
      close_data: card.closeEntries.map(({ sno, amount, at, closedAt }) => ({
        status: closedAt ? '已關帳' : '要關帳',
        amount,
        sno: String(sno),
        datetime: toTaipeiTime(closedAt ?? at),
      })),
    },
  }
}

function refused(message: string): CardAnswer {
  const nothing = { TradeID: '', amount: 0, clsamt: 0, authtime: '', status: '', close_data: [] }
  return { RtnMsg: message, RtnValue: nothing }
}

function act(gateway: Gateway, fields: Fields, trade: Trade | undefined): string | undefined {
  if (!trade?.card || trade.tradeNo !== fields.TradeNo) return 'error_nopay'
  const refusal = actOnCard(trade.card, {
    action: fields.Action ?? '',
    amount: /^\d{1,9}$/.test(fields.TotalAmount ?? '') ? Number(fields.TotalAmount) : 0,
    now: gateway.clock.now(),
    isAutoCapture: gateway.settings.autoCapture,
  })
  if (!refusal) gateway.books.keep(trade)
  return refusal
}
