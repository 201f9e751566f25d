import type { LineSignInFault } from '#contract/line-sign-in.ts'
import { t } from '#contract/translate.ts'
import { identityCode, identityMessage } from '../identity-errors.ts'

/** Why a way through LINE has ended, and what to do. */
export const faultTexts: Record<LineSignInFault, string> = {
  refused: '您在 LINE 選擇了不同意，所以沒有登入。',
  expired: '這次的 LINE 登入已逾時或已使用過，請再試一次。',
  other_browser:
    'LINE 在另一個瀏覽器開啟了登入結果。請回到原本的瀏覽器再試一次，或直接在這裡重新登入。',
  failed: '目前無法以 LINE 登入，請稍後再試，或改用電子信箱登入。',
  too_many: '操作過於頻繁，請稍後再試。',
}

const messages: Record<string, string> = {
  'email-already-in-use':
    '您的 LINE 電子信箱在本店已有帳號。請先以密碼登入，再到會員中心的「登入方式」連結 LINE；忘記密碼時可以寄信重設。',
  'credential-already-in-use': '這個 LINE 帳號已經連結了另一個會員帳號。',
  'provider-already-linked': '您的帳號已經連結了另一個 LINE 帳號，請先解除連結。',
  'unverified-email': '請先完成電子信箱驗證，再連結 LINE。',
  'user-mismatch': '這不是您連結的 LINE 帳號，請以原本的 LINE 帳號確認。',
  'invalid-credential': faultTexts.expired,
  'operation-not-allowed': '目前無法使用 LINE 登入，請改用其他方式。',
}

export function lineMessage(error: unknown): string {
  return t(messages[identityCode(error) ?? '']) ?? identityMessage(error)
}

/** A password is the way in: the address has an account. */
export function needsPassword(error: unknown): boolean {
  return identityCode(error) === 'email-already-in-use'
}
