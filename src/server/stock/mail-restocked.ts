import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { t } from '#contract/translate.ts'
import type { Config } from '../config.ts'
import { transaction } from '../db/transaction.ts'
import { linkInLanguage } from '../http/base-url.ts'
import { runIn } from '../http/language.ts'
import { readersTitle } from '../http/readers-texts.ts'
import { defineJob } from '../jobs/define-job.ts'
import type { JobSender, Jobs } from '../jobs/jobs.ts'
import { composeMail, type MailSender, readMailSender } from '../mail/compose-mail.ts'
import { mailPriority } from '../mail/mail.jobs.ts'
import { type MailContent, queueMail } from '../mail/outbox.ts'
import { endRequests, findAvailability, listRestocked, lockWaiting } from './restock.queries.ts'

interface RestockDeps {
  config: Pick<Config, 'publicUrl' | 'host' | 'port'>
  db: NodePgDatabase
}

/** Requests that one transaction answers. */
const batchSize = 50

export function registerStockJobs(jobs: Jobs, deps: RestockDeps): void {
  jobs.register(mailRestocked, async ({ productId }) => {
    while (await mailBatch({ ...deps, jobs }, productId));
  })
  jobs.register(sweepRestocked, () =>
    transaction(deps.db, async (tx) => {
      for (const productId of await listRestocked(tx)) {
        await jobs.send(tx, mailRestocked, { productId })
      }
    }),
  )
  jobs.schedule(sweepRestocked, '* * * * *')
}

/** False once there is nothing left to mail, or nothing left of the product. */
async function mailBatch(
  { config, db, jobs }: RestockDeps & { jobs: JobSender },
  variantId: string,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const product = await findAvailability(tx, variantId)
    if (!product?.isAvailable) return false
    const waiting = await lockWaiting(tx, variantId, batchSize)
    if (waiting.length === 0) return false
    const shop = await readMailSender(tx)
    const linkTo = (path: string) => linkInLanguage(config, path)
    const chosen = product.chosenId === null ? '' : `?v=${variantId}`
    for (const { id, email, language, network } of waiting) {
      await queueMail(jobs, tx, {
        recipient: email,
        priority: mailPriority.bulk,
        unproved: { network },
        ...runIn(language, () =>
          restockedMail({
            shop,
            title: readersTitle(product),
            link: linkTo(`/main/prods/detail/${product.productId}${chosen}`),
            cancelLink: linkTo(`/main/cancelRestock?token=${id}`),
          }),
        ),
      })
    }
    await endRequests(
      tx,
      waiting.map(({ id }) => id),
    )
    return true
  })
}

function restockedMail(about: {
  shop: MailSender
  title: string
  link: string
  cancelLink: string
}): MailContent {
  const { shop, title, link, cancelLink } = about
  return composeMail({
    shop,
    subject: t('{name}：「{title}」到貨了', { name: shop.name, title }),
    lines: [t('您好，您登記的「{title}」到貨了。', { title }), t('數量有限，售完為止。')],
    action: { label: t('查看商品'), link },
    closing: t('如果您沒有登記，請忽略此信。'),
    footer: { label: t('取消通知'), link: cancelLink },
  })
}

/** Mails the addresses that wait for a variant, if some is left; `productId` as in `stock`. */
export const mailRestocked = defineJob<{ productId: string }>({ name: 'stock.mail-restocked' })

/** Finds the products that are available again while somebody waits, whatever the cause. */
export const sweepRestocked = defineJob({ name: 'stock.sweep-restocked' })
