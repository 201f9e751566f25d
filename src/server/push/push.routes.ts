import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/push.schema.ts'
import { pushApi } from '#contract/push.ts'
import type { Config } from '../config.ts'
import { transaction } from '../db/transaction.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import { fieldError } from '../input/coerced-values.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import type { Settings } from '../settings/settings.ts'
import { isPublicKey } from './encrypt-message.ts'
import { isPushService } from './push-services.ts'
import { readShopKey, shopKeyOf } from './shop-key.ts'
import { keepSubscription, removeSubscription } from './subscriptions.queries.ts'

interface PushDeps {
  config: Pick<Config, 'pushUrl'>
  db: NodePgDatabase
  settings: Pick<Settings, 'get'>
  secretBox: SecretBox
}

/** Which browsers tell a member; throws UNKNOWN_PATH in a shop that is not offered on phones. */
export function pushRoutes(mount: Mount, { config, db, settings, secretBox }: PushDeps): void {
  function assertOn() {
    if (settings.get().shop.on_phones !== true) throw new ShopError('UNKNOWN_PATH')
  }

  mount(pushApi.read, schema.readPush, async () => {
    assertOn()
    const known = await readShopKey(db, secretBox)
    const { publicKey } = known ?? (await transaction(db, (tx) => shopKeyOf(tx, secretBox)))
    return { public_key: publicKey }
  })

  mount(pushApi.subscribe, schema.subscribePush, async ({ data }, { caller }) => {
    assertOn()
    if (!isPushService(data.endpoint, config)) {
      throw fieldError('endpoint', '不支援這個瀏覽器的通知服務')
    }
    const { endpoint, p256dh, auth } = data
    if (!isPublicKey(p256dh)) throw fieldError('p256dh', '瀏覽器的金鑰不正確')
    const uid = caller.memberId ?? ''
    await transaction(db, (tx) => keepSubscription(tx, { uid, endpoint, p256dh, auth }))
    const key = await readShopKey(db, secretBox)
    return { message: '已開啟通知', ...(key && { public_key: key.publicKey }) }
  })

  // Also where the shop has switched it off meanwhile: a sign-out leaves nothing behind.
  mount(pushApi.unsubscribe, schema.unsubscribePush, async ({ data }, { caller }) => {
    await removeSubscription(db, { uid: caller.memberId ?? '', endpoint: data.endpoint })
    return { message: '已關閉通知' }
  })
}
