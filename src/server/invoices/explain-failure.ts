import type { GatewayFailure } from '../ecpay/ecpay-http.ts'

/** Why there is no answer, for the owner. */
export function explainFailure(failure: GatewayFailure): string {
  switch (failure.type) {
    case 'unreachable':
      return `無法連線到電子發票服務（${failure.reason}），稍後自動再試`
    case 'stopped':
      return '電子發票服務因為呼叫過於頻繁暫停，半小時後自動再試'
    case 'unknown':
      return `電子發票服務的回應無法辨識（${failure.reason}），會先確認結果再繼續`
  }
}
