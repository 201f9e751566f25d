import type { GatewayFailure } from '../../ecpay/ecpay-http.ts'
import type { Refusal } from './invoice-provider.ts'

/** Says to the owner what went wrong; a refusal is told in the words of the provider. */
export function explainInvoiceFailure(failure: GatewayFailure | Refusal): string {
  switch (failure.type) {
    case 'refused':
      return failure.reason
    case 'unreachable':
      return `無法連線到綠界電子發票（${failure.reason}）`
    case 'stopped':
      return '綠界電子發票因為呼叫過於頻繁暫停服務，半小時後再試'
    case 'unknown':
      return `綠界電子發票的回應無法辨識（${failure.reason}）`
  }
}
