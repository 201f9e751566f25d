import { type APIRequestContext, expect, type Page } from '@playwright/test'

const identity = '/identitytoolkit.googleapis.com/v1/accounts'
const apiKey = 'minmin'

export interface Member {
  uid: string
  email: string
  password: string
  token: string
  refreshToken: string
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
  const { localId: uid, idToken: token, refreshToken } = account
  return { uid, email, password, token, refreshToken }
}

/** Opens the member's page with a restored session. */
export async function openAsMember(page: Page, member: Member): Promise<void> {
  await restoreSession(page, member)
  await page.goto('/#/main/member')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(member.email)).toBeVisible()
}

/**
 * The next document that the page opens has the session of the member: it is written where the SDK
 * stores it. Signing in through the screen has journeys of its own.
 */
export async function restoreSession(page: Page, member: Member): Promise<void> {
  // An address that differs in its fragment alone would load no document.
  if (page.url() !== 'about:blank') await page.goto('about:blank')
  const { uid, email, token, refreshToken } = member
  await page.addInitScript(storeSession, {
    origin: process.env.SHOP_ADDRESS ?? '',
    apiKey,
    uid,
    email,
    refreshToken,
    accessToken: token,
    expiresAt: Date.now() + 3_600_000,
  })
}

/** Runs before each document of the page: writes what the SDK writes after a sign-in, once. */
function storeSession(of: {
  origin: string
  apiKey: string
  uid: string
  email: string
  refreshToken: string
  accessToken: string
  expiresAt: number
}): void {
  const { origin, apiKey, uid, email, refreshToken, accessToken, expiresAt } = of
  const mark = `restored ${uid}`
  if (location.origin !== origin || sessionStorage.getItem(mark) !== null) return
  sessionStorage.setItem(mark, '')
  const stsTokenManager = { refreshToken, accessToken, expirationTime: expiresAt }
  const user = { uid, email, emailVerified: false, isAnonymous: false, providerData: [] }
  const stored = { ...user, stsTokenManager, apiKey, appName: '[DEFAULT]' }
  localStorage.setItem(`firebase:authUser:${apiKey}:[DEFAULT]`, JSON.stringify(stored))
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

interface IdentityReply {
  localId: string
  idToken: string
  refreshToken: string
  expiresIn: string
}

async function callIdentity(request: APIRequestContext, action: string, data: object) {
  const response = await request.post(`${identity}:${action}?key=${apiKey}`, { data })
  const reply = await response.text()
  expect(response.ok(), `${action} answered ${reply}`).toBe(true)
  return JSON.parse(reply) as IdentityReply
}
