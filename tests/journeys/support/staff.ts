import type { APIRequestContext, Page } from '@playwright/test'
import { adminSessionApi } from '#contract/admin.ts'
import type { Role } from '#contract/permissions.ts'
import { invitationApi, staffApi } from '#contract/staff.ts'
import { freshWord } from './back-office.ts'
import { callShop, newAdminToken } from './shop-api.ts'

export interface StaffPerson {
  username: string
  password: string
  token: string
}

/** The code of a new invitation; the shop of the journeys has no mail server, so its reply has it. */
async function inviteStaff(request: APIRequestContext, role: Role) {
  const email = `${freshWord()}@example.com`
  const owner = await newAdminToken(request)
  const { link = '' } = await callShop(request, staffApi.invite, { data: { email, role } }, owner)
  return { email, code: link.split('code=').at(-1) ?? '' }
}

/** Somebody of the staff, who has accepted an invitation and signed in. */
export async function createStaff(request: APIRequestContext, role: Role): Promise<StaffPerson> {
  const { email: username, code } = await inviteStaff(request, role)
  const password = 'of-the-staff-1'
  await callShop(request, invitationApi.accept, { data: { code, name: '陳小美', password } })
  const { token } = await callShop(request, adminSessionApi.signIn, {
    body: { username, password },
  })
  return { username, password, token }
}

export async function enterAs(page: Page, { token }: StaffPerson, baseURL: string | undefined) {
  await page.context().addCookies([{ name: 'hexToken', value: token, url: baseURL ?? '' }])
}
