import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/line-messages.schema.ts'
import { lineMessagesApi } from '#contract/line-messages.ts'
import type { Config } from '../config.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import { hasLineAccount } from '../line-messages/line-account.ts'
import { readStanding, setAgreement } from '../line-messages/receivers.queries.ts'
import type { Settings } from '../settings/settings.ts'

interface OwnLineDeps {
  config: Pick<Config, 'line' | 'identity'>
  db: NodePgDatabase
  settings: Pick<Settings, 'connections'>
}

/** Whether a member is told by LINE; throws UNKNOWN_PATH in a shop without an official account. */
export function ownLineRoutes(mount: Mount, { config, db, settings }: OwnLineDeps): void {
  async function read(uid: string) {
    const connections = settings.connections()
    if (!hasLineAccount(config, connections)) throw new ShopError('UNKNOWN_PATH')
    const { isLinked, isFriend, isAgreed } = await readStanding(db, uid)
    const { line_id: lineId } = connections.lineMessages.values
    return {
      is_linked: isLinked,
      is_friend: isFriend,
      is_on: isAgreed,
      ...(lineId !== '' && {
        add_friend_url: `https://line.me/R/ti/p/${encodeURIComponent(lineId)}`,
      }),
    }
  }

  mount(lineMessagesApi.read, schema.readOwnLine, async (_, { caller }) => ({
    line: await read(caller.memberId ?? ''),
  }))

  mount(lineMessagesApi.update, schema.updateOwnLine, async ({ data }, { caller }) => {
    const uid = caller.memberId ?? ''
    await read(uid)
    await setAgreement(db, uid, data.is_on)
    const message = data.is_on ? '已開啟 LINE 通知' : '已關閉 LINE 通知'
    return { message, line: await read(uid) }
  })
}
