import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { creditKindLabels } from '#contract/credit-kinds.ts'
import { formatMoney } from '#contract/money.ts'
import { t } from '#contract/translate.ts'
import type { Config } from '../config.ts'
import { transaction } from '../db/transaction.ts'
import { linkInLanguage } from '../http/base-url.ts'
import { runIn } from '../http/language.ts'
import { defineJob } from '../jobs/define-job.ts'
import type { JobSender, Jobs } from '../jobs/jobs.ts'
import { composeMail, readMailSender } from '../mail/compose-mail.ts'
import { mailPriority } from '../mail/mail.jobs.ts'
import { type MailContent, queueMail } from '../mail/outbox.ts'
import { readSettingGroup } from '../settings/settings.queries.ts'
import { type EndingLot, findMailbox, listEnded, listToTell, noteTold } from './credit.queries.ts'
import { lockCreditAccount } from './ledger.ts'

interface CreditJobDeps {
  config: Pick<Config, 'publicUrl' | 'host' | 'port'>
  db: NodePgDatabase
}

/** Ends what ended with the day, at midnight of Taipei. */
const endCredit = defineJob({ name: 'credit.end' })
/** Mails members of what ends soon. */
const tellEnds = defineJob({ name: 'credit.tell-ends' })

const atOnce = 200

export function registerCreditJobs(jobs: Jobs, deps: CreditJobDeps): void {
  jobs.register(endCredit, () => endAll(deps.db))
  jobs.schedule(endCredit, '0 16 * * *')
  jobs.register(tellEnds, () => tellAll({ ...deps, jobs }))
  jobs.schedule(tellEnds, '0 2 * * *')
}

/** Each member in a transaction of its own: locking an account ends what has ended of it. */
export async function endAll(db: NodePgDatabase): Promise<void> {
  let ended: string[]
  do {
    ended = await listEnded(db, atOnce)
    for (const memberId of ended) await transaction(db, (tx) => lockCreditAccount(tx, memberId))
  } while (ended.length === atOnce)
}

export async function tellAll({
  config,
  db,
  jobs,
}: CreditJobDeps & { jobs: JobSender }): Promise<void> {
  const settings = await readSettingGroup(db, 'credit')
  const isOn = { credit: settings.credit_on, points: settings.points_on }
  if (!isOn.credit && !isOn.points) return
  let told: string[]
  do {
    told = await listToTell(db, atOnce)
    for (const memberId of told) {
      await transaction(db, async (tx) => {
        const ending = (await noteTold(tx, memberId)).filter(({ kind }) => isOn[kind])
        const mailbox = await findMailbox(tx, memberId)
        if (ending.length === 0 || !mailbox) return
        const shop = await readMailSender(tx)
        const mail = runIn(mailbox.language, () =>
          endingMail({ shop, ending, link: linkInLanguage(config, '/main/member/credit') }),
        )
        await queueMail(jobs, tx, {
          recipient: mailbox.email,
          priority: mailPriority.bulk,
          ...(!mailbox.isProved && { unproved: { network: null } }),
          ...mail,
        })
      })
    }
  } while (told.length === atOnce)
}

function endingMail({
  shop,
  ending,
  link,
}: {
  shop: Parameters<typeof composeMail>[0]['shop']
  ending: readonly EndingLot[]
  link: string
}): MailContent {
  const [first] = ending
  return composeMail({
    shop,
    subject: t('{name}：您的{kind}即將到期', {
      name: shop.name,
      kind: t(creditKindLabels[first?.kind ?? 'points']),
    }),
    lines: [
      t('您好，下列餘額即將到期，到期日當天仍可使用：'),
      ending.map(({ kind, amount, endsOn }) => ({
        label: t('{kind} {day} 到期', {
          kind: t(creditKindLabels[kind]),
          day: endsOn.replaceAll('-', '/'),
        }),
        value:
          kind === 'credit'
            ? formatMoney(amount)
            : t('{amount} 點', { amount: amount.toLocaleString('en-US') }),
      })),
    ],
    action: { label: t('查看我的購物金'), link },
    closing: t('結帳時可以折抵商品金額。'),
  })
}
