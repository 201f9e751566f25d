import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js'
import type { SmtpValues } from '#contract/connections.ts'
import type { SettingValues } from '#contract/settings.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { type Connections, readConnections } from '../settings/connections.ts'

/** Where mails leave, as nodemailer wants it. */
export type MailServer = SMTPTransport.Options

type MailConfig = Pick<Config, 'smtpUrl' | 'isDevelopment'>

/** Whether mails reach their readers: by a mail server, or on the pages of development. */
export function canMail(config: MailConfig, { connections }: { connections(): Connections }) {
  return config.isDevelopment || hasMailServer(config, connections())
}

/** The same as it is committed, for code that has no settings at hand. */
export async function readCanMail(db: Db, config: MailConfig): Promise<boolean> {
  if (config.isDevelopment || config.smtpUrl !== null) return true
  return hasMailServer(config, await readConnections(db, undefined))
}

/** Also while its password does not open: its mails wait, as they do for a server that is away. */
export function hasMailServer(
  { smtpUrl }: Pick<Config, 'smtpUrl'>,
  { smtp }: Pick<Connections, 'smtp'>,
): boolean {
  return smtpUrl !== null || smtp.values.host !== ''
}

/** That of the environment, or that of the settings; undefined: none, or its password does not open. */
export function findMailServer(
  { smtpUrl }: Pick<Config, 'smtpUrl'>,
  { smtp }: Pick<Connections, 'smtp'>,
): MailServer | undefined {
  if (smtpUrl !== null) return { url: smtpUrl }
  const { values, secrets, isUnreadable } = smtp
  if (values.host === '' || isUnreadable) return undefined
  return toMailServer(values, secrets?.password ?? '')
}

export function toMailServer(values: SmtpValues, password: string): MailServer {
  const { host, port, security, account } = values
  return {
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(account !== '' && { auth: { user: account, pass: password } }),
  }
}

export async function connectTo(
  server: MailServer,
  timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 },
) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    ...server,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Only for a shop that has named no sender. */
const defaultFrom = 'MinMin 團購 <no-reply@minmin.example>'

/** The address is configured, since mail servers accept only senders that they know. */
export function senderOf(
  { mailFrom }: Pick<Config, 'mailFrom'>,
  { smtp }: Pick<Connections, 'smtp'>,
  { mail, shop }: Pick<SettingValues, 'mail' | 'shop'>,
): { name: string; address: string } {
  const { from } = smtp.values
  const named = mailFrom ?? (from === '' ? defaultFrom : `${shop.name} <${from}>`)
  const { name, address } = parseSender(named)
  return { name: mail.sender_name || name.replaceAll('"', ''), address }
}

/** `Name <address>`, or the address alone. */
export function parseSender(text: string): { name: string; address: string } {
  const open = text.lastIndexOf('<')
  if (open < 0 || !text.endsWith('>')) return { name: '', address: text }
  return { name: text.slice(0, open).trim(), address: text.slice(open + 1, -1) }
}
