import * as schema from '#contract/connections.schema.ts'
import { connectionsApi, type SmtpValues } from '#contract/connections.ts'
import { withWholePictures } from '#contract/markup.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Config } from '../config.ts'
import { accountOf } from '../http/actor.ts'
import { configuredBaseUrl } from '../http/base-url.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import { fieldError } from '../input/coerced-values.ts'
import { consumeOrThrow, type RateLimit } from '../limits/rate-limit.ts'
import type { Log } from '../log.ts'
import {
  type ConnectionDeps,
  changeConnection,
  settingFixed,
} from '../settings/change-connection.ts'
import { type Connections, readConnections } from '../settings/connections.ts'
import { composeMail, mailSender } from './compose-mail.ts'
import { explainMailFault } from './explain-mail-fault.ts'
import { connectTo, hasMailServer, parseSender, senderOf, toMailServer } from './mail-server.ts'

interface SmtpDeps extends ConnectionDeps {
  log: Log
  /** Where an administrator reads mails. */
  addressOf: (uid: string) => Promise<string>
}

const testMails: RateLimit = { name: 'admin.smtp-tests', max: 20, windowSeconds: 3600 }
const testTimeouts = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 10_000 }

/** The mail server in the settings: read without its password, changed, and tried. */
export function smtpRoutes(mount: Mount, deps: SmtpDeps): void {
  const { config, db, settings, secretBox } = deps
  const read = async () => toSmtp(config, await readConnections(db, secretBox))

  mount(connectionsApi.readSmtp, schema.readSmtp, async () => ({ smtp: await read() }))

  mount(connectionsApi.updateSmtp, schema.updateSmtp, async ({ data }, { actor }) => {
    if (config.smtpUrl !== null) throw settingFixed('SMTP_URL')
    const { version, password } = data
    await changeConnection(deps, actor, { group: 'smtp', version }, (known) => {
      const values = config.mailFrom === null ? data.values : withFrom(data.values, known.values)
      assertWhole(values, config)
      const secrets = secretsOf({ values, password }, known)
      return { values, ...(secrets !== undefined && { secrets }) }
    })
    await settings.refresh()
    return { message: '已更新設定', smtp: await read() }
  })

  mount(connectionsApi.testSmtp, schema.testSmtp, async ({ data }, { actor }) => {
    const { id } = accountOf(actor)
    await consumeOrThrow(db, testMails, id)
    const trial = await trialOf(deps, data)
    const recipient = await deps.addressOf(id)
    await recordAudit(db, actor, {
      action: 'setting.test_mail',
      subject: { kind: 'setting', id: 'smtp', title: 'smtp' },
    })
    await sendTest(deps, trial, recipient)
    return { message: `測試信已寄到 ${recipient}，請查看信箱` }
  })
}

const withFrom = (values: SmtpValues, { from }: SmtpValues) => ({ ...values, from })

/** The environment wins: its server is shown without its sign-in. */
function toSmtp({ smtpUrl, mailFrom }: Config, connections: Connections) {
  const { version, values, secrets, isUnreadable } = connections.smtp
  const url = smtpUrl !== null && URL.canParse(smtpUrl) ? new URL(smtpUrl) : undefined
  const isTls = url?.protocol === 'smtps:'
  const server = url && {
    host: url.hostname,
    port: Number(url.port || (isTls ? 465 : 587)),
    security: isTls ? ('tls' as const) : ('starttls' as const),
    account: decodeURIComponent(url.username),
  }
  const from = mailFrom === null ? undefined : { from: parseSender(mailFrom).address }
  return {
    version,
    values: { ...values, ...server, ...from },
    fixed: [...(smtpUrl === null ? [] : ['SMTP_URL']), ...(mailFrom === null ? [] : ['MAIL_FROM'])],
    has_password: smtpUrl === null && Boolean(secrets?.password),
    is_unreadable: smtpUrl === null && isUnreadable,
    is_on: hasMailServer({ smtpUrl }, connections),
  }
}

function assertWhole({ host, from }: SmtpValues, { mailFrom }: Config): void {
  if (host === '' || from !== '' || mailFrom !== null) return
  throw fieldError('from', '請填寫寄件地址')
}

/**
 * A stored password is sent only to the server that it was typed for: with another host or account
 * it has to be typed again. Undefined: it stays as it is; null: there is none any more.
 */
function secretsOf(
  { values, password }: { values: SmtpValues; password?: string | undefined },
  known: Connections['smtp'],
): { password: string } | null | undefined {
  const { host, account } = values
  if (host === '' || account === '') return null
  if (password !== undefined && password !== '') return { password }
  if (isSameServer(values, known.values) && known.secrets) return undefined
  throw fieldError('password', known.isUnreadable ? '密碼無法讀取，請重新輸入' : '請輸入密碼')
}

function isSameServer(one: SmtpValues, other: SmtpValues): boolean {
  return (['host', 'port', 'security', 'account'] as const).every(
    (name) => one[name] === other[name],
  )
}

/** The server of the environment as it is, or the one that is typed. */
async function trialOf(
  { config, db, secretBox }: SmtpDeps,
  data: { values: SmtpValues; password?: string },
) {
  const connections = await readConnections(db, secretBox)
  if (config.smtpUrl !== null) return { server: { url: config.smtpUrl }, connections }
  const { values } = data
  if (values.host === '') throw fieldError('host', '請填寫主機')
  assertWhole(values, config)
  const password = (secretsOf(data, connections.smtp) ?? connections.smtp.secrets)?.password ?? ''
  const smtp = { ...connections.smtp, values }
  return { server: toMailServer(values, password), connections: { ...connections, smtp } }
}

async function sendTest(
  { config, log, settings }: SmtpDeps,
  { server, connections }: Awaited<ReturnType<typeof trialOf>>,
  recipient: string,
): Promise<void> {
  const shop = mailSender(settings.get())
  const { subject, text, html } = composeMail({
    shop,
    subject: `${shop.name}：寄信測試`,
    lines: ['您好，這封信由後台的寄信測試寄出。收到它，表示商店的信件可以寄達。'],
    closing: '如果您沒有進行測試，請到後台「操作紀錄」查看。',
  })
  const transport = await connectTo(server, testTimeouts)
  try {
    const from = senderOf(config, connections, settings.get())
    await transport.sendMail({
      from,
      to: { name: '', address: recipient },
      subject,
      text,
      html: withWholePictures(html, configuredBaseUrl(config)),
    })
  } catch (error) {
    log.info({ err: error }, 'a test mail was not sent')
    throw new ShopError('MAIL_TEST_FAILED', { message: explainMailFault(error), cause: error })
  } finally {
    transport.close()
  }
}
