import * as schema from '#contract/account.schema.ts'
import { accountApi } from '#contract/account.ts'
import type { VerifiedAdmin } from '../http/caller.ts'
import { originOf } from '../http/caller.ts'
import type { Context, Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import { networksOf } from '../limits/network.ts'
import type { PasswordHasher } from '../members/sign-in/password-hasher.ts'
import type { Settings } from '../settings/settings.ts'
import {
  changeName,
  changePassword,
  disableTotp,
  endOtherSessions,
  endSession,
  readAccount,
  readSessions,
} from './account.service.ts'
import { getAdministrator } from './admin.queries.ts'
import { proveOwnPassword, type SessionDeps } from './sign-in/admin-session.ts'
import { refuseWhenBusy } from './sign-in/refuse-when-busy.ts'
import { beginTotp, enableTotp, renewRecoveryCodes } from './sign-in/second-factor.ts'

interface AccountDeps extends SessionDeps {
  settings: Settings
  adminHasher: PasswordHasher
}

export function accountRoutes(mount: Mount, deps: AccountDeps): void {
  const { db, settings, adminHasher: hasher } = deps

  mount(accountApi.read, schema.read, async (_, { caller }) => {
    return { me: await readAccount(db, ownOf(caller).uid) }
  })

  mount(accountApi.update, schema.update, async ({ data }, { caller, actor, request }) => {
    const { uid } = ownOf(caller)
    const { name, password, old_password: oldPassword } = data
    if (password !== undefined) {
      const networks = networksOf(request.ip)
      const change = {
        uid,
        password,
        oldPassword: oldPassword ?? '',
        networks,
        origin: originOf(request),
      }
      await hasher
        .withHashingSlot(networks.widest, () => changePassword(deps, hasher, actor, change))
        .catch(refuseWhenBusy)
    }
    if (name !== undefined) await changeName(db, actor, { uid, name })
    const message = password === undefined ? '已更新帳號' : '密碼已更新，請以新密碼登入'
    return { message, me: await readAccount(db, uid) }
  })

  mount(accountApi.sessions, schema.sessions, async (_, { caller }) => {
    return { sessions: await readSessions(db, ownOf(caller)) }
  })
  mount(accountApi.endSession, schema.endSession, async ({ params }, { caller, actor }) => {
    await endSession(db, actor, ownOf(caller), params.id)
    return { message: '已登出' }
  })
  mount(accountApi.endOtherSessions, schema.endOtherSessions, async (_, { caller, actor }) => {
    await endOtherSessions(db, actor, ownOf(caller))
    return { message: '已登出' }
  })

  totpRoutes(mount, deps, () => settings.get().shop.name)
}

function totpRoutes(mount: Mount, deps: AccountDeps, issuer: () => string): void {
  const { db, adminHasher: hasher } = deps

  mount(accountApi.beginTotp, schema.beginTotp, (_, { caller, actor }) => {
    return beginTotp(deps, actor, { uid: ownOf(caller).uid, issuer: issuer() })
  })
  mount(accountApi.enableTotp, schema.enableTotp, async ({ data }, { caller, actor }) => {
    const codes = await enableTotp(deps, actor, { uid: ownOf(caller).uid, code: data.code })
    return { message: '已啟用兩步驟驗證', recovery_codes: codes }
  })
  mount(
    accountApi.renewRecoveryCodes,
    schema.renewRecoveryCodes,
    async ({ data }, { caller, actor }) => {
      const administrator = await getAdministrator(db, ownOf(caller).uid)
      const codes = await renewRecoveryCodes(deps, actor, { administrator, code: data.code })
      return { message: '已重新產生備援碼', recovery_codes: codes }
    },
  )
  mount(
    accountApi.disableTotp,
    schema.disableTotp,
    async ({ data }, { caller, actor, request }) => {
      const { uid } = ownOf(caller)
      const { username } = await getAdministrator(db, uid)
      const { password, code } = data
      const networks = networksOf(request.ip)
      const attempt = { username, password, networks, origin: originOf(request) }
      await hasher
        .withHashingSlot(networks.widest, () => proveOwnPassword(deps, hasher, attempt))
        .catch(refuseWhenBusy)
      await disableTotp(deps, actor, { uid, code })
      return { message: '已停用兩步驟驗證' }
    },
  )
}

/** The caller of an endpoint of the back office. */
export function ownOf({ admin }: Context['caller']): VerifiedAdmin {
  if (!admin) throw new ShopError('ADMIN_REQUIRED')
  return admin
}
