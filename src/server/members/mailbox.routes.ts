import * as schema from '#contract/mailbox.schema.ts'
import { mailboxApi } from '#contract/mailbox.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import type { Identity } from './identity.ts'

export function mailboxRoutes(mount: Mount, { identity }: { identity: Identity }): void {
  mount(mailboxApi.prove, schema.prove, async ({ data }, { caller, request }) => {
    const { memberId: uid } = caller
    if (uid === null) throw new ShopError('MEMBER_REQUIRED')
    await identity.proveMailbox({ uid, pin: data.pin, ip: request.ip })
    return { message: '電子信箱驗證完成' }
  })
}
