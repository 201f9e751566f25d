import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { newsletterConsent } from '#contract/newsletter.ts'
import { t } from '#contract/translate.ts'
import type { Config } from '../config.ts'
import { transaction } from '../db/transaction.ts'
import { configuredBaseUrl, linkInLanguage } from '../http/base-url.ts'
import { fieldError } from '../input/coerced-values.ts'
import { normalizeEmail } from '../input/email-address.ts'
import type { JobSender } from '../jobs/jobs.ts'
import { networkKey } from '../limits/holder-keys.ts'
import { rateLimitOf } from '../limits/limit-sizes.ts'
import { consumeOfNetworkOrThrow } from '../limits/network-limit.ts'
import { composeMail, type MailSender, readMailSender } from '../mail/compose-mail.ts'
import { type MailContent, queueMail } from '../mail/outbox.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { requestSubscription } from './newsletter.queries.ts'

export interface NewsletterDeps {
  config: Config
  db: NodePgDatabase
  jobs: JobSender
  secretBox: SecretBox
}

const boundTo = 'newsletter'

/** The id of a subscriber, signed: the token of the links in its mail. */
const tokenOf = (secretBox: SecretBox, id: string) =>
  secretBox.seal(Buffer.from(id), boundTo).toString('base64url')

/** Undefined for a token that the shop has not made. */
export function subscriberOf(secretBox: SecretBox, token: string): string | undefined {
  return secretBox.open(Buffer.from(token, 'base64url'), boundTo)?.toString()
}

/**
 * Keeps an address and mails it the link that confirms it. The reply is the same for one that is
 * confirmed already: nobody learns who subscribes.
 */
export async function subscribe(
  { config, db, jobs, secretBox }: NewsletterDeps,
  request: { email: string; ip: string },
): Promise<void> {
  const { ip } = request
  const email = normalizeEmail(request.email, { minLabels: 1 })
  if (email === undefined) throw fieldError('email', t('Email 格式不正確'))
  const network = rateLimitOf(config.limits, 'newsletter.network')
  const all = rateLimitOf(config.limits, 'newsletter.all')
  const underAttack = rateLimitOf(config.limits, 'newsletter.under-attack')
  await consumeOfNetworkOrThrow(db, { network, all, underAttack }, ip)
  await transaction(db, async (tx) => {
    const id = await requestSubscription(tx, { email, consent: t(newsletterConsent) })
    if (id === undefined) return
    const token = tokenOf(secretBox, id)
    const base = configuredBaseUrl(config)
    await queueMail(jobs, tx, {
      recipient: email,
      unproved: { network: networkKey(ip) },
      unsubscribeUrl: `${base}/v2/api/${config.shopPath}/newsletter/unsubscribe?token=${token}`,
      ...confirmationMail({
        shop: await readMailSender(tx),
        link: linkInLanguage(config, `/main/newsletter?token=${token}`),
        cancelLink: linkInLanguage(config, `/main/newsletter/cancel?token=${token}`),
      }),
    })
  })
}

function confirmationMail(about: {
  shop: MailSender
  link: string
  cancelLink: string
}): MailContent {
  const { shop, link, cancelLink } = about
  return composeMail({
    shop,
    subject: t('{name}：請確認訂閱電子報', { name: shop.name }),
    lines: [
      t('您好，有人以這個信箱訂閱「{name}」的電子報。', { name: shop.name }),
      t('請點選下方連結完成訂閱。7 天內沒有確認，我們會刪除這個信箱。'),
    ],
    action: { label: t('確認訂閱'), link },
    closing: t('如果您沒有訂閱，請忽略此信。'),
    footer: { label: t('取消訂閱'), link: cancelLink },
  })
}
