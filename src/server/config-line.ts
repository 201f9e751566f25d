/** A channel of LINE Login. */
export interface LineLoginChannel {
  channelId: string
  channelSecret: string
  /** An application of the channel that opens the shop inside LINE. */
  liffId?: string
}

/** The channel of an official account; it must stand under the same provider as that of Login. */
export interface LineMessagingChannel {
  /** By it webhooks are signed. */
  channelSecret: string
  accessToken: string
}

/** An account of LINE Pay. */
export interface LinePayChannel {
  channelId: string
  channelSecret: string
  /** No money moves at it. */
  isTrial: boolean
  /** False: what a shopper agrees to is authorised, and captured apart; LINE Pay has to allow it. */
  capturesAutomatically: boolean
}

export interface LineUrls {
  access: string
  api: string
}

/** Off unless the environment names channels. */
export interface LineConfig {
  login: LineLoginChannel | null
  messaging: LineMessagingChannel | null
  pay: LinePayChannel | null
  /** Where the try-out server is; null: LINE's own addresses. */
  url: string | null
}

/** Reader of environment values that collects faults. */
interface EnvValues {
  faults: string[]
  optional(name: string): string | null
  flag(name: string, fallback: boolean): boolean
}

/** The try-out server's own, which everybody knows. */
const publishedLine = {
  LINE_LOGIN_CHANNEL_ID: '2007000001',
  LINE_MESSAGING_ACCESS_TOKEN: 'try-out+token/of+the+official+account==',
  LINE_PAY_CHANNEL_ID: '1656000003',
} as const

export function readLine(read: EnvValues): LineConfig {
  const login = readGroup(read, ['LINE_LOGIN_CHANNEL_ID', 'LINE_LOGIN_CHANNEL_SECRET'])
  const liffId = read.optional('LINE_LIFF_ID')
  if (liffId !== null && !isLiffOf(liffId, login?.[0])) {
    read.faults.push('LINE_LIFF_ID must be of LINE_LOGIN_CHANNEL_ID, such as 1234567890-AbcdEfgh')
  }
  const messaging = readGroup(read, [
    'LINE_MESSAGING_CHANNEL_SECRET',
    'LINE_MESSAGING_ACCESS_TOKEN',
  ])
  const pay = readGroup(read, ['LINE_PAY_CHANNEL_ID', 'LINE_PAY_CHANNEL_SECRET'])
  const isSandbox = read.flag('LINE_PAY_SANDBOX', false)
  const capturesAutomatically = read.flag('LINE_PAY_AUTO_CAPTURE', true)
  const url = readUrl(read)
  return {
    login: login && {
      channelId: login[0],
      channelSecret: login[1],
      ...(liffId !== null && { liffId }),
    },
    messaging: messaging && { channelSecret: messaging[0], accessToken: messaging[1] },
    pay: pay && {
      channelId: pay[0],
      channelSecret: pay[1],
      isTrial: isSandbox || url !== null,
      capturesAutomatically,
    },
    url,
  }
}

/** An id token of LIFF is for the channel of its application, which the LIFF ID begins with. */
export function isLiffOf(liffId: string, channelId: string | undefined): boolean {
  return channelId !== undefined && liffId.startsWith(`${channelId}-`) && /^\d+-\w+$/.test(liffId)
}

/** Both or neither. No fault repeats the value of a secret. */
function readGroup(
  read: EnvValues,
  names: readonly [string, string],
): readonly [string, string] | null {
  const [one, other] = names.map((name) => read.optional(name))
  if (!one && !other) return null
  if (!one || !other) read.faults.push(`${names.join(' and ')} go together: both or neither`)
  return [one ?? '', other ?? '']
}

function readUrl(read: EnvValues): string | null {
  const value = read.optional('LINE_URL')
  if (value === null) return null
  const url = URL.canParse(value) ? new URL(value) : null
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search) {
    return url.origin
  }
  read.faults.push('LINE_URL must be an address such as http://localhost:3100, without a path')
  return null
}

/** Where sign-in and messages are. */
export function lineUrls({ url }: Pick<LineConfig, 'url'>): LineUrls {
  return { access: url ?? 'https://access.line.me', api: url ?? 'https://api.line.me' }
}

export function linePayUrl(
  { url }: Pick<LineConfig, 'url'>,
  { isTrial }: Pick<LinePayChannel, 'isTrial'>,
): string {
  return url ?? (isTrial ? 'https://sandbox-api-pay.line.me' : 'https://api-pay.line.me')
}

/** Trial settings of LINE that a shop for real customers must not have. */
export function productionLineFaults({ login, messaging, pay, url }: LineConfig): string[] {
  const faults: string[] = []
  if (url !== null) {
    faults.push('LINE_URL must not be set in production: LINE has addresses of its own')
  }
  const used = {
    LINE_LOGIN_CHANNEL_ID: login?.channelId,
    LINE_MESSAGING_ACCESS_TOKEN: messaging?.accessToken,
    LINE_PAY_CHANNEL_ID: pay?.channelId,
  }
  for (const name of Object.keys(publishedLine) as (keyof typeof publishedLine)[]) {
    if (used[name] !== publishedLine[name]) continue
    faults.push(`${name} must be your own in production: that of the try-out server is published`)
  }
  return faults
}
