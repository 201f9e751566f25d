import { t } from '#contract/translate.ts'
import { ChunkError } from '../ui/load-chunk.ts'

/** The code of an error of the SDK, without its `auth/`; null for any other error. */
export function identityCode(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return typeof code === 'string' && code.startsWith('auth/') ? code.slice('auth/'.length) : null
}

/** The default message for a code of the SDK. */
const messages: Record<string, string> = {
  'wrong-password': '登入失敗，信箱或密碼錯誤，請再次確認',
  'invalid-credential': '登入失敗，信箱或密碼錯誤，請再次確認',
  'user-not-found': '登入失敗，信箱或密碼錯誤，請再次確認',
  'email-already-in-use': '此 Email 已註冊，請更換一個',
  'invalid-email': 'Email 格式不正確',
  'missing-email': '請輸入 Email',
  'missing-password': '請輸入密碼',
  'weak-password': '需英文和數字六碼以上，密碼格式有誤',
  'password-does-not-meet-requirements': '需英文和數字六碼以上，密碼格式有誤',
  'too-many-requests': '操作過於頻繁，請稍後再試',
  'expired-action-code': '連結已過期，請重新申請',
  'invalid-action-code': '連結無效或已使用過，請重新申請',
  'requires-recent-login': '請重新登入後再試一次',
  'user-token-expired': '登入已失效，請重新登入',
  'invalid-user-token': '登入已失效，請重新登入',
  'user-disabled': '此帳號已停用，請與我們聯絡',
  'network-request-failed': '網路連線異常，請檢查網路後再試一次',
}

const loginMessages: Record<string, string> = {
  'invalid-email': '登入失敗，請確認信箱和密碼',
}

const registerMessages: Record<string, string> = {
  'invalid-email': '請輸入 Email 或確認帳號密碼',
}

export function identityMessage(error: unknown): string {
  if (error instanceof ChunkError && navigator.onLine)
    return t('無法載入，請再試一次，或重新整理頁面')
  return t(messages[identityCode(error) ?? '']) ?? t('系統忙碌中，請稍後再試')
}

export function loginMessage(error: unknown): string {
  return t(loginMessages[identityCode(error) ?? '']) ?? identityMessage(error)
}

export function registerMessage(error: unknown): string {
  return t(registerMessages[identityCode(error) ?? '']) ?? identityMessage(error)
}

export function isNetworkFailure(error: unknown): boolean {
  return identityCode(error) === 'network-request-failed'
}

const endings = new Set([
  'user-disabled',
  'user-token-expired',
  'user-not-found',
  'invalid-user-token',
  'invalid-refresh-token',
])

/** The SDK signs out by itself for the first two only. */
export function endsSession(error: unknown): boolean {
  return endings.has(identityCode(error) ?? '')
}

const deadLinks = new Set([
  'expired-action-code',
  'invalid-action-code',
  'user-disabled',
  'user-not-found',
])

/** The codes for a link that is expired, used or invalid: a retry cannot succeed. */
export function isLinkDead(error: unknown): boolean {
  return deadLinks.has(identityCode(error) ?? '')
}
