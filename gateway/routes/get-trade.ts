import type { Gateway } from '../gateway.ts'
import type { Trade } from '../trade.ts'

export interface TradeParams {
  Params: { no: string }
}

/** An error with the status of its answer, and words for the page. */
export class PageError extends Error {
  readonly statusCode: number

  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

export function getTrade({ trades }: Gateway, merchantTradeNo: string): Trade {
  const trade = trades.find(merchantTradeNo)
  if (!trade) throw new PageError(404, `查無交易 ${merchantTradeNo}`)
  return trade
}
