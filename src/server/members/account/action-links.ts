import { fragmentAddress } from '#contract/language.ts'
import { isEnglish, language } from '#contract/translate.ts'
import type { Config } from '../../config.ts'
import type { ActionPurpose } from '../../db/tables/members.ts'
import { configuredBaseUrl } from '../../http/base-url.ts'
import { IdentityError } from '../identity-error.ts'

const modes: Record<ActionPurpose, string> = {
  PASSWORD_RESET: 'resetPassword',
  VERIFY_EMAIL: 'verifyEmail',
  VERIFY_AND_CHANGE_EMAIL: 'verifyAndChangeEmail',
}

/** The code is in the fragment, which is sent to no server and in no Referer. */
export function actionLink(
  config: Config,
  action: { purpose: ActionPurpose; code: string; continueUrl?: string | undefined },
): string {
  const parameters = new URLSearchParams({
    mode: modes[action.purpose],
    oobCode: action.code,
    apiKey: config.identity.apiKey,
    lang: isEnglish() ? 'en' : 'zh-TW',
    ...(action.continueUrl !== undefined && { continueUrl: action.continueUrl }),
  })
  return configuredBaseUrl(config) + fragmentAddress(language(), `/main/memberLogin?${parameters}`)
}

/** The continue URL of a mail may lead to the shop's own pages only. */
export function checkContinueUrl(config: Config, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!URL.canParse(text)) throw new IdentityError('INVALID_CONTINUE_URI')
  const { protocol, origin, hostname, username, password } = new URL(text)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  const isOwn = origin === configuredBaseUrl(config) || config.corsOrigins.includes(origin)
  const isLocal = config.isDevelopment && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
  if (!isWeb || username !== '' || password !== '' || !(isOwn || isLocal)) {
    throw new IdentityError('UNAUTHORIZED_DOMAIN')
  }
  return text
}
