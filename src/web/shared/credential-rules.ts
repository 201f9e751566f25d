import { isEmail, isPasswordAcceptable } from '#contract/members.ts'
import { t } from '#contract/translate.ts'

/** The error message of a field, in the form that react-hook-form's `validate` takes. */
export function emailError(typed: string): string | undefined {
  const email = typed.trim()
  if (email === '') return t('請輸入 Email')
  if (!isEmail(email)) return t('Email 格式不正確')
}

export function passwordError(password: string): string | undefined {
  if (password === '') return t('請輸入密碼')
  if (!isPasswordAcceptable(password)) return t('需英文和數字六碼以上，密碼格式有誤')
}
