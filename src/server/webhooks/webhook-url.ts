import { assertPublicHost, privateAddress } from '../http/public-hosts.ts'
import { ShopError } from '../http/shop-error.ts'

/** Where webhooks may lead; `WEBHOOK_ALLOW_PRIVATE` opens this machine, to try them. */
export interface WebhookReach {
  allowsPrivate: boolean
}

/**
 * The address of a webhook as it is kept. Throws WEBHOOK_URL for one that is not https, names a user,
 * or is, at this moment, of no host on the internet; each delivery looks again.
 */
export async function readWebhookUrl(typed: string, reach: WebhookReach): Promise<string> {
  const url = URL.canParse(typed.trim()) ? new URL(typed.trim()) : null
  if (!url || url.username || url.password || url.hash) {
    throw refused('請輸入 https:// 開頭、沒有帳號密碼的網址')
  }
  const isHttp = reach.allowsPrivate && url.protocol === 'http:'
  if (url.protocol !== 'https:' && !isHttp) throw refused('網址必須以 https:// 開頭')
  if (!reach.allowsPrivate) {
    await assertPublicHost(url).catch((error: NodeJS.ErrnoException) => {
      throw refused(error.code === privateAddress ? '不接受內部網路的網址' : '找不到這個網址的主機')
    })
  }
  return url.href
}

function refused(text: string): ShopError {
  return new ShopError('WEBHOOK_URL', { message: [text], fields: { url: text } })
}
