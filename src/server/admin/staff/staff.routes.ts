import * as schema from '#contract/staff.schema.ts'
import { invitationApi, staffApi } from '#contract/staff.ts'
import { originOf } from '../../http/caller.ts'
import { toEpochSeconds } from '../../http/epoch-seconds.ts'
import type { Mount } from '../../http/mount.ts'
import { readRequestedPage } from '../../input/requested-page.ts'
import { networksOf } from '../../limits/network.ts'
import type { PasswordHasher } from '../../members/sign-in/password-hasher.ts'
import { consumeResetCode } from '../sign-in/admin-reset-limits.ts'
import { refuseWhenBusy } from '../sign-in/refuse-when-busy.ts'
import {
  acceptInvitation,
  assertInvited,
  type InvitationDeps,
  invite,
  inviteAgain,
  toInvitation,
  withdrawInvitation,
} from './invitations.ts'
import { listInvitations, listStaff } from './staff.queries.ts'
import { changeStaff, endSessionsOf, removeStaff, resetTotpOf } from './staff.service.ts'

interface StaffDeps extends InvitationDeps {
  adminHasher: PasswordHasher
}

export function staffRoutes(mount: Mount, deps: StaffDeps): void {
  const { db } = deps

  mount(staffApi.list, schema.list, async ({ query }) => {
    const [{ rows, pagination }, invitations] = await Promise.all([
      readRequestedPage(query, (place) => listStaff(db, place)),
      listInvitations(db),
    ])
    return {
      staff: rows.map(({ administrator, lastUsedAt }) => ({
        uid: administrator.uid,
        username: administrator.username,
        name: administrator.name,
        role: administrator.role,
        is_disabled: administrator.isDisabled,
        has_totp: administrator.totpSecret !== null,
        ...(lastUsedAt && { last_used: toEpochSeconds(lastUsedAt) }),
      })),
      invitations: invitations.map(toInvitation),
      pagination,
    }
  })

  mount(staffApi.update, schema.update, async ({ params, data }, { actor }) => {
    await changeStaff(db, actor, params.uid, data)
    return { message: '已更新成員' }
  })
  mount(staffApi.remove, schema.remove, async ({ params }, { actor }) => {
    await removeStaff(db, actor, params.uid)
    return { message: '已移除成員' }
  })
  mount(staffApi.endSessions, schema.endSessions, async ({ params }, { actor }) => {
    await endSessionsOf(db, actor, params.uid)
    return { message: '已登出' }
  })
  mount(staffApi.resetTotp, schema.resetTotp, async ({ params }, { actor }) => {
    await resetTotpOf(deps, actor, params.uid)
    return { message: '已停用兩步驟驗證' }
  })

  invitationRoutes(mount, deps)
}

function invitationRoutes(mount: Mount, deps: StaffDeps): void {
  const { db, adminHasher: hasher } = deps

  mount(staffApi.invite, schema.invite, async ({ data }, { actor }) => {
    return invited(await invite(deps, actor, data))
  })
  mount(staffApi.inviteAgain, schema.inviteAgain, async ({ params }, { actor }) => {
    return invited(await inviteAgain(deps, actor, params.id))
  })
  mount(staffApi.withdraw, schema.withdraw, async ({ params }, { actor }) => {
    await withdrawInvitation(db, actor, params.id)
    return { message: '已撤回邀請' }
  })

  mount(invitationApi.accept, schema.accept, async ({ data }, { request }) => {
    const networks = networksOf(request.ip)
    await consumeResetCode(db, networks)
    await assertInvited(db, data.code)
    await hasher
      .withHashingSlot(networks.widest, () =>
        acceptInvitation(db, hasher, { ...data, origin: originOf(request) }),
      )
      .catch(refuseWhenBusy)
    return { message: '已建立帳號' }
  })
}

/** Without a mail server nothing was sent: the link is to be handed over. */
function invited<Invited extends { link?: string }>(invitation: Invited) {
  const message = invitation.link === undefined ? '已寄出邀請' : '已建立邀請，請交付邀請連結'
  return { message, ...invitation }
}
