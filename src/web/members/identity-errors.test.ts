import { inMemoryPersistence, signInWithEmailAndPassword } from 'firebase/auth'
import { expect, test, vi } from 'vitest'
import { shopConfig } from '../api/shop-config.ts'
import { createChunkLoader } from '../ui/load-chunk.ts'
import {
  endsSession,
  identityCode,
  identityMessage,
  isNetworkFailure,
  loginMessage,
  registerMessage,
} from './identity-errors.ts'
import { createAuth } from './provider-auth.ts'

/** The mock of the network; outside a browser the SDK reads `fetch` when it is loaded. */
const network = vi.hoisted(() => {
  const end = { answer: (): Promise<Response> => Promise.reject(new Error('no answer planned')) }
  globalThis.fetch = () => end.answer()
  return end
})

let count = 0

/** The error of the SDK for an answer of the provider. */
async function sdkError(answer: () => Promise<Response>): Promise<unknown> {
  network.answer = answer
  const auth = createAuth({
    identity: shopConfig.identity,
    persistence: inMemoryPersistence,
    name: `asked ${count++}`,
  })
  return signInWithEmailAndPassword(auth, 'ming@example.com', 'frost1').then(
    () => undefined,
    (error: unknown) => error,
  )
}

function refusal(message: string): () => Promise<Response> {
  return async () => Response.json({ error: { code: 400, message } }, { status: 400 })
}

const wrong = '登入失敗，信箱或密碼錯誤，請再次確認'
const over = '登入已失效，請重新登入'
const weak = '需英文和數字六碼以上，密碼格式有誤'

test.each([
  ['ERROR-21', 'INVALID_PASSWORD', 'wrong-password', wrong],
  ['ERROR-21', 'INVALID_LOGIN_CREDENTIALS', 'invalid-credential', wrong],
  ['ERROR-22', 'EMAIL_EXISTS', 'email-already-in-use', '此 Email 已註冊，請更換一個'],
  ['ERROR-22', 'EMAIL_NOT_FOUND', 'user-not-found', wrong],
  ['ERROR-23', 'TOO_MANY_ATTEMPTS_TRY_LATER', 'too-many-requests', '操作過於頻繁，請稍後再試'],
  ['ERROR-23', 'RESET_PASSWORD_EXCEED_LIMIT', 'too-many-requests', '操作過於頻繁，請稍後再試'],
  ['ERROR-24', 'EXPIRED_OOB_CODE', 'expired-action-code', '連結已過期，請重新申請'],
  ['ERROR-24', 'INVALID_OOB_CODE', 'invalid-action-code', '連結無效或已使用過，請重新申請'],
  ['ERROR-25', 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN', 'requires-recent-login', '請重新登入後再試一次'],
  ['ERROR-26', 'TOKEN_EXPIRED', 'user-token-expired', over],
  ['ERROR-26', 'USER_NOT_FOUND', 'user-token-expired', over],
  ['ERROR-26', 'INVALID_ID_TOKEN', 'invalid-user-token', over],
  ['ERROR-26', 'USER_DISABLED', 'user-disabled', '此帳號已停用，請與我們聯絡'],
  ['WEAK', 'WEAK_PASSWORD : Password should be at least 6 characters', 'weak-password', weak],
])('%s the answer %s becomes the code %s', async (_, answer, code, message) => {
  const error = await sdkError(refusal(answer))

  expect(identityCode(error)).toBe(code)
  expect(identityMessage(error)).toBe(message)
})

test('ERROR-27 a failed request becomes network-request-failed', async () => {
  const error = await sdkError(async () => {
    throw new TypeError('Failed to fetch')
  })

  expect(identityCode(error)).toBe('network-request-failed')
  expect(identityMessage(error)).toBe('網路連線異常，請檢查網路後再試一次')
  expect(isNetworkFailure(error)).toBe(true)
})

test.each([
  'TOKEN_EXPIRED',
  'USER_NOT_FOUND',
  'USER_DISABLED',
  'INVALID_ID_TOKEN',
  'INVALID_REFRESH_TOKEN',
])('SESSION-11 %s ends the session', async (answer) => {
  expect(endsSession(await sdkError(refusal(answer)))).toBe(true)
})

test.each(['INVALID_LOGIN_CREDENTIALS', 'TOO_MANY_ATTEMPTS_TRY_LATER', 'INTERNAL'])(
  '%s does not end the session',
  async (answer) => {
    expect(endsSession(await sdkError(refusal(answer)))).toBe(false)
  },
)

test('an error that is not of the SDK has a message and no code', () => {
  expect(identityCode(new Error('auth/wrong-password'))).toBeNull()
  expect(identityMessage(new Error('boom'))).toBe('系統忙碌中，請稍後再試')
})

test('a chunk that is gone asks for the new page, and offline it does not', async () => {
  const load = createChunkLoader(() =>
    Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
  )
  const error: unknown = await load().catch((failure: unknown) => failure)
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  expect(identityMessage(error)).toBe('無法載入，請再試一次，或重新整理頁面')
  expect(loginMessage(error)).toBe('無法載入，請再試一次，或重新整理頁面')
  expect(registerMessage(error)).toBe('無法載入，請再試一次，或重新整理頁面')
  onLine.mockReturnValue(false)
  expect(identityMessage(error)).toBe('系統忙碌中，請稍後再試')
})
