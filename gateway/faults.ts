/** Faulty answers of the gateway to the shop's server, as a switch that a person sets. */
export const faults = {
  none: '正常',
  forbidden: '403 呼叫過於頻繁',
  error: '500 錯誤',
  html: '回應 HTML 網頁',
  empty: '空白回應',
  huge: '10 MB 回應',
  silent: '不回應',
  lost: '已處理，但回應遺失',
  slow: '已處理，但 3 秒後才回應',
  clock: '時鐘不準，時間戳記無效',
  'wrong-mac': '查詢的檢查碼錯誤',
  'other-number': '查詢回應其他交易編號',
  'other-amount': '查詢回應其他金額',
} as const

export type Fault = keyof typeof faults

const hugeBytes = 10 * 1024 * 1024
/** Time by which a slow answer is late, in milliseconds of the real clock. */
export const slowMs = 3_000

export interface Answer {
  status: number
  type: string
  body: string | Buffer
}

const text = { status: 200, type: 'text/html; charset=utf-8' }
export const forbidden: Answer = { ...text, status: 403, body: 'Forbidden' }

/** The trade number of another trade. */
export const otherNumber = 'OTHER000000000000000'

/** The answer of a fault that keeps the call from being read; `undefined` for every other one. */
export function faultyAnswer(fault: Fault): Answer | undefined {
  switch (fault) {
    case 'forbidden':
      return forbidden
    case 'error':
      return { ...text, status: 500, body: 'Internal Server Error' }
    case 'html':
      return { ...text, body: '<!doctype html><title>系統維護中</title><p>系統維護中' }
    case 'empty':
      return { ...text, body: '' }
    case 'huge':
      return { ...text, body: Buffer.alloc(hugeBytes, 'A') }
    default:
      return undefined
  }
}
