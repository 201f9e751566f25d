import type { Fields } from '../check-mac-value.ts'
import { forbidden } from '../faults.ts'
import type { Gateway } from '../gateway.ts'
import { cardSettlement, type Period, tradeSettlement } from '../settlement.ts'
import { minuteMs } from '../taipei-time.ts'
import { type RegisterPaymentCall, textAnswer } from './shop-call.ts'

/** The settlement files; one a minute. */
export function registerSettlementRoutes(gateway: Gateway, register: RegisterPaymentCall): void {
  const lastAt = new Map<string, number>()

  function registerFile(path: string, csv: (fields: Fields) => string | undefined) {
    register(path, ({ fields }) => {
      const now = gateway.clock.now().getTime()
      if (now - (lastAt.get(path) ?? 0) < minuteMs) return forbidden
      const text = csv(fields)
      if (text === undefined) return textAnswer('0|Parameter Error')
      lastAt.set(path, now)
      return { status: 200, type: 'text/csv; charset=utf-8', body: text }
    })
  }

  registerFile('/CreditDetail/FundingReconDetail', (fields) => {
    const { StartDate, EndDate, PayDateType } = fields
    const period = readPeriod(StartDate, EndDate, PayDateType, ['fund', 'close', 'enter'])
    return period && cardSettlement(gateway.trades.list(), period, gateway.clock.now())
  })
  registerFile('/PaymentMedia/TradeNoAio', ({ BeginDate, EndDate, DateType }) => {
    const period = readPeriod(BeginDate, EndDate, DateType, ['2', '4', '6'])
    return period && tradeSettlement(gateway.trades.list(), period)
  })
}

function readPeriod(from = '', to = '', kind = '', kinds: string[]): Period | undefined {
  const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)
  return isDay(from) && isDay(to) && kinds.includes(kind) ? { from, to, kind } : undefined
}
