import { fragmentAddress, languageOfPath } from '#contract/language.ts'
import * as schema from '#contract/line-sign-in.schema.ts'
import { lineSignInApi } from '#contract/line-sign-in.ts'
import type { Config } from '../../config.ts'
import { baseUrl } from '../../http/base-url.ts'
import type { Context, Mount } from '../../http/mount.ts'
import { RawReply } from '../../http/raw-reply.ts'
import { ShopError } from '../../http/shop-error.ts'
import type { Identity } from '../identity.ts'
import { readBrowserCookie, setBrowserCookie } from './browser-cookie.ts'
import type { Browser, LineStep } from './line-sign-in.ts'

/** Browsers go to LINE and come back from it; both calls answer by a redirect. */
export function lineSignInRoutes(
  mount: Mount,
  { config, identity }: { config: Config; identity: Identity },
): void {
  const browserOf = (request: Context['request']): Browser => ({
    ip: request.ip,
    browser: readBrowserCookie(request, config),
    redirectUri: baseUrl(request, config) + lineSignInApi.comeBack.path,
  })
  const answer = (step: LineStep | undefined, { request, reply }: Context) => {
    if (!step) throw new ShopError('UNKNOWN_PATH')
    if (step.type === 'fault' && step.reason !== undefined) {
      request.log.warn({ reason: step.reason }, 'LINE has signed nobody in')
    }
    if (step.type === 'leave') setBrowserCookie({ request, reply }, config, step.browser)
    reply.header('Location', step.type === 'leave' ? step.to : pageOf(step))
    return new RawReply({ type: 'text/plain', body: '', status: 303 })
  }

  mount(lineSignInApi.start, schema.start, async ({ query }, context) =>
    answer(await identity.startLine(query, browserOf(context.request)), context),
  )
  mount(lineSignInApi.comeBack, schema.comeBack, async ({ query }, context) =>
    answer(await identity.comeBackFromLine(query, browserOf(context.request)), context),
  )
}

/** The code is in the fragment, which is sent to no server and in no Referer. */
function pageOf(step: Exclude<LineStep, { type: 'leave' }>): string {
  const { purpose, next } = step
  const query = new URLSearchParams({
    ...(step.type === 'returned' ? { lineCode: step.code } : { lineFault: step.fault }),
    lineFor: purpose,
    ...(next !== '' && { next }),
  })
  return fragmentAddress(languageOfPath(next), `/main/memberLogin?${query}`)
}
