import { type APIRequestContext, expect, type Page } from '@playwright/test'

const identity = '/identitytoolkit.googleapis.com/v1/accounts'

export interface Member {
  uid: string
  email: string
  password: string
  token: string
}

let count = 0

/** An address that no other journey uses. */
export function freshEmail(): string {
  count += 1
  return `member-${process.pid}-${Date.now().toString(36)}-${count}@minmin.example`
}

export async function createMember(
  request: APIRequestContext,
  profile: { displayName?: string } = {},
): Promise<Member> {
  const email = freshEmail()
  const password = 'warm-tea-7'
  const account = await callIdentity(request, 'signUp', {
    email,
    password,
    returnSecureToken: true,
  })
  if (profile.displayName !== undefined) {
    await callIdentity(request, 'update', { idToken: account.idToken, ...profile })
  }
  return { uid: account.localId, email, password, token: account.idToken }
}

/** Signs in through the screen, and waits until the member's page has come. */
export async function signIn(page: Page, member: Member): Promise<void> {
  await page.goto('/#/main/memberLogin')
  const form = page.getByRole('tabpanel', { name: '登入' })
  await form.getByLabel('電子信箱').fill(member.email)
  await form.getByLabel('密碼', { exact: true }).fill(member.password)
  await form.getByRole('button', { name: '登入', exact: true }).click()
  await expect(page).toHaveURL(/#\/main\/member$/)
}

async function callIdentity(request: APIRequestContext, action: string, data: object) {
  const response = await request.post(`${identity}:${action}?key=minmin`, { data })
  const reply = await response.text()
  expect(response.ok(), `${action} answered ${reply}`).toBe(true)
  return JSON.parse(reply) as { localId: string; idToken: string }
}
