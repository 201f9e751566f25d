import { type BrandLook, brandProperties } from '#contract/brand-colors.ts'
import { imprintOf } from '#contract/imprint.ts'
import { escapeHtml } from '#contract/markup.ts'
import type { SettingValues, ShopSettings } from '#contract/settings.ts'
import { isEnglish, t } from '#contract/translate.ts'
import { logoSize } from '#contract/uploads.ts'
import type { Db } from '../db/connect.ts'
import { readSettingGroup } from '../settings/settings.queries.ts'
import type { MailContent } from './outbox.ts'

/** The shop as its mails show it. */
export interface MailSender extends ShopSettings {
  brand: BrandLook & { logo: string }
}

export function mailSender({ shop, brand }: Pick<SettingValues, 'shop' | 'brand'>): MailSender {
  return { ...shop, brand }
}

/** The same as it is committed. */
export async function readMailSender(db: Db): Promise<MailSender> {
  const shop = await readSettingGroup(db, 'shop')
  return mailSender({ shop, brand: await readSettingGroup(db, 'brand') })
}

/** A row of amounts, such as one line of an order; a sum stands out. */
export interface AmountRow {
  label: string
  /** In small print below the label. */
  note?: string
  value: string
  isSum?: boolean
}

/** A code that is typed elsewhere: large, to be read at a glance. */
export interface CodeLine {
  label: string
  code: string
}

type Line = string | CodeLine | readonly AmountRow[]

interface Letter {
  subject: string
  /** Absent: the subject without the shop's name. */
  heading?: string
  /** Paragraphs, and tables of amounts between them. */
  lines: readonly Line[]
  action?: { label: string; link: string }
  closing: string
  /** A second link, in small print at the end. */
  footer?: { label: string; link: string }
  /** Its logo or name is the heading, its facts are the footer. */
  shop: MailSender
}

/** Legal and contact details of the shop, as far as they are filled in. */
function factsOf({ shop }: Letter): string[] {
  const contact = [shop.email, shop.phone].filter(Boolean).join(t('　'))
  return [...imprintOf(shop), ...(contact ? [contact] : [])]
}

/** One letter as plain text and as HTML. */
export function composeMail(letter: Letter): MailContent {
  const { subject, heading, lines, action, closing, footer } = letter
  const linkText = ({ label, link }: { label: string; link: string }) =>
    t('{label}：\n{link}', { label, link })
  const text = [
    ...(heading ? [heading] : []),
    ...lines.map(lineText),
    ...(action ? [linkText(action)] : []),
    closing,
    [letter.shop.name, ...factsOf(letter)].join('\n'),
    ...(footer ? [linkText(footer)] : []),
  ].join('\n\n')
  return { subject, text: `${text}\n`, html: page(letter) }
}

function lineText(line: Line): string {
  if (typeof line === 'string') return line
  return 'code' in line
    ? t('{label}：{code}', { label: line.label, code: line.code })
    : line.map(rowText).join('\n')
}

const rowText = ({ label, note, value }: AmountRow) =>
  t('{label}{part}　{value}', { label, part: note ? t('（{note}）', { note }) : '', value })

const paragraphStyle = 'margin:0 0 16px;line-height:1.7'
const pxPerRem = 16
const logoBox = { width: 240, height: 48 }

/** The styles that follow the brand. Mail programs know neither custom properties nor `rem`. */
function stylesOf({ brand }: MailSender) {
  const properties = brandProperties(brand)
  const color = (token: string) => properties[`--color-${token}`]
  const radius = (size: string) =>
    `${Number.parseFloat(properties[`--radius-${size}`] ?? '') * pxPerRem}px`
  const muted = `line-height:1.7;color:${color('ink-muted')}`
  return {
    body: `background:${color('paper')};color:${color('ink')}`,
    sheet: `background:${color('surface')};border-radius:${radius('xl')}`,
    button: `display:inline-block;padding:12px 24px;border-radius:${radius('lg')};background:${color('fill')};color:${color('on-fill')};text-decoration:none;font-weight:bold`,
    code: `display:block;font-size:32px;line-height:1.4;font-weight:bold;letter-spacing:6px;color:${color('ink')}`,
    small: `margin:0 0 16px;font-size:14px;${muted}`,
    note: `font-size:14px;${muted}`,
    cell: `padding:8px 0;border-bottom:1px solid ${color('line')};line-height:1.5;vertical-align:top`,
    imprint: `margin:0;font-size:13px;${muted}`,
    link: `color:${color('accent')}`,
  }
}

/** The address of a logo is made whole when the mail leaves. */
function headingOf({ name, brand: { logo } }: MailSender): string {
  const size = logoSize(logo)
  if (!size) return escapeHtml(name)
  const scale = Math.min(1, logoBox.width / size.width, logoBox.height / size.height)
  const [width, height] = [size.width, size.height].map((side) => Math.round(side * scale))
  return `<img src="${logo}" alt="${escapeHtml(name)}" width="${width}" height="${height}" style="display:block;border:0">`
}

function tableOf(rows: readonly AmountRow[], { cell, note }: ReturnType<typeof stylesOf>): string {
  const cells = rows.map(({ label, note: words, value, isSum }) => {
    const weight = isSum ? ';font-weight:bold' : ''
    const below = words ? `<br><span style="${note}">${escapeHtml(words)}</span>` : ''
    return `<tr><td style="${cell};word-break:break-word${weight}">${escapeHtml(label)}${below}</td><td align="right" style="${cell};padding-left:16px;white-space:nowrap${weight}">${escapeHtml(value)}</td></tr>`
  })
  return `<table width="100%" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse">${cells.join('')}</table>`
}

function lineMarkup(line: Line, styles: ReturnType<typeof stylesOf>): string {
  if (typeof line === 'string') return `<p style="${paragraphStyle}">${escapeHtml(line)}</p>`
  if (!('code' in line)) return tableOf(line, styles)
  const code = `<span style="${styles.code}">${escapeHtml(line.code)}</span>`
  return `<p style="${styles.small}">${escapeHtml(line.label)}${code}</p>`
}

/** Mail programs know little: one table, styles on the elements, and the link in plain sight. */
function page(letter: Letter): string {
  const { subject, lines, action, closing, footer, shop } = letter
  const { heading = subject.replace(t('{name}：', { name: shop.name }), '') } = letter
  const styles = stylesOf(shop)
  const title = `<h2 style="margin:0 0 16px;font-size:22px;line-height:1.4">${escapeHtml(heading)}</h2>`
  const paragraphs = lines.map((line) => lineMarkup(line, styles))
  const button = action
    ? [
        `<p style="${paragraphStyle}"><a href="${escapeHtml(action.link)}" style="${styles.button}">${escapeHtml(action.label)}</a></p>`,
        `<p style="${styles.small}">${t('若按鈕無法使用，請將以下網址複製到瀏覽器：')}<br><span style="word-break:break-all">${escapeHtml(action.link)}</span></p>`,
      ]
    : []
  const imprint = [...(shop.brand.logo ? [shop.name] : []), ...factsOf(letter)]
    .map((line) => `<p style="${styles.imprint}">${escapeHtml(line)}</p>\n`)
    .join('')
  const last = footer
    ? `<p style="${styles.small};margin-top:16px"><a href="${escapeHtml(footer.link)}" style="${styles.link}">${escapeHtml(footer.label)}</a></p>\n`
    : ''
  return `<!doctype html>
<html lang="${isEnglish() ? 'en' : 'zh-TW'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;${styles.body};font-family:'PingFang TC','Noto Sans TC','Microsoft JhengHei',sans-serif;font-size:16px">
<table role="presentation" align="center" width="100%" style="max-width:560px;${styles.sheet}"><tr><td style="padding:32px">
<h1 style="margin:0 0 24px;font-size:20px">${headingOf(shop)}</h1>
${[title, ...paragraphs, ...button].join('\n')}
<p style="${styles.small}">${escapeHtml(closing)}</p>
${imprint}${last}</td></tr></table>
</body>
</html>
`
}
