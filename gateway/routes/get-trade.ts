import type { Gateway } from '../gateway.ts'
import type { Trade } from '../trade.ts'
import { PageError } from './replies.ts'

export function getTrade({ trades }: Gateway, merchantTradeNo: string): Trade {
  const trade = trades.find(merchantTradeNo)
  if (!trade) throw new PageError(404, `查無交易 ${merchantTradeNo}`)
  return trade
}
