/** Faulty answers to the shop's server. */
export const lineFaults = {
  none: '正常',
  error: '500 錯誤',
  limited: '429 呼叫過於頻繁',
  away: '中斷連線，不處理',
  lost: '已處理，但回應遺失',
  delayed: '延遲回應',
  html: '回應 HTML 網頁',
} as const
export type LineFault = keyof typeof lineFaults

/** An id token that is not as it should be. */
export const idTokenFaults = {
  none: '正常',
  'wrong-signature': '簽章錯誤',
  unsigned: '沒有簽章（alg none）',
  expired: '已過期',
  'other-nonce': 'nonce 不同',
  'other-audience': '給其他頻道',
  'other-issuer': '其他發行者',
} as const
export type IdTokenFault = keyof typeof idTokenFaults

export type LineService = 'login' | 'messaging' | 'pay'

export interface LineSwitches {
  login: LineFault
  messaging: LineFault
  pay: LineFault
  /** Of an answer that is delayed. */
  delayMs: number
  idToken: IdTokenFault
  /** The web has HS256, applications ES256. */
  algorithm: 'HS256' | 'ES256'
  /** Empty: any address on this machine; else the one that is registered. */
  callbackUrl: string
  /** The address of the shop that is opened inside LINE; empty: none. */
  liffEndpoint: string
  /** Whether its application may open the picker of friends. */
  sharesInLiff: boolean
  /** Messages of a month; 0: no limit. */
  quota: number
  /** Where events go; empty: nowhere. */
  webhookUrl: string
  /** Whether events that were not answered with 2xx are sent again. */
  redelivers: boolean
  /** Events wait until somebody sends them. */
  holdsWebhooks: boolean
  /** Whether the account of a payer has enough. */
  hasBalance: boolean
}

export const defaultSwitches: LineSwitches = {
  login: 'none',
  messaging: 'none',
  pay: 'none',
  delayMs: 12_000,
  idToken: 'none',
  algorithm: 'HS256',
  callbackUrl: '',
  liffEndpoint: '',
  sharesInLiff: true,
  quota: 200,
  webhookUrl: '',
  redelivers: true,
  holdsWebhooks: false,
  hasBalance: true,
}
