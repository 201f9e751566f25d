import { escapeHtml } from '#contract/markup.ts'
import type { ShopSettings } from '#contract/settings.ts'
import type { MailContent } from './outbox.ts'

interface Letter {
  subject: string
  lines: string[]
  action?: { label: string; link: string }
  closing: string
  /** A second link, in small print at the end. */
  footer?: { label: string; link: string }
  /** The sender: its name is the heading, its contact details are the footer. */
  shop: ShopSettings
}

/** Legal and contact details of the shop, as far as they are filled in. */
function imprintOf({ shop }: Letter): string[] {
  return [
    shop.legal_name,
    shop.person && `負責人：${shop.person}`,
    shop.tax_id && `統一編號：${shop.tax_id}`,
    shop.address && `地址：${shop.address}`,
    `${shop.email}　${shop.phone}`,
  ].filter((line) => line !== '')
}

/** One letter as plain text and as HTML. */
export function composeMail(letter: Letter): MailContent {
  const { subject, lines, action, closing, footer } = letter
  const linkText = ({ label, link }: { label: string; link: string }) => `${label}：\n${link}`
  const text = [
    ...lines,
    ...(action ? [linkText(action)] : []),
    closing,
    [letter.shop.name, ...imprintOf(letter)].join('\n'),
    ...(footer ? [linkText(footer)] : []),
  ].join('\n\n')
  return { subject, text: `${text}\n`, html: page(letter) }
}

const paragraphStyle = 'margin:0 0 16px;line-height:1.7'
const buttonStyle =
  'display:inline-block;padding:12px 24px;border-radius:8px;background:#AD4E28;color:#FFFFFF;text-decoration:none;font-weight:bold'
const imprintStyle = 'margin:0;line-height:1.7;font-size:13px;color:#6B625A'
const smallStyle = 'margin:0 0 16px;line-height:1.7;font-size:14px;color:#6B625A'

/** Mail programs know little: one table, styles on the elements, and the link in plain sight. */
function page(letter: Letter): string {
  const { subject, lines, action, closing, footer } = letter
  const paragraphs = lines.map((line) => `<p style="${paragraphStyle}">${escapeHtml(line)}</p>`)
  const button = action
    ? [
        `<p style="${paragraphStyle}"><a href="${escapeHtml(action.link)}" style="${buttonStyle}">${escapeHtml(action.label)}</a></p>`,
        `<p style="${smallStyle}">若按鈕無法使用，請將以下網址複製到瀏覽器：<br><span style="word-break:break-all">${escapeHtml(action.link)}</span></p>`,
      ]
    : []
  const imprint = imprintOf(letter)
    .map((line) => `<p style="${imprintStyle}">${escapeHtml(line)}</p>\n`)
    .join('')
  const last = footer
    ? `<p style="${smallStyle}"><a href="${escapeHtml(footer.link)}">${escapeHtml(footer.label)}</a></p>\n`
    : ''
  return `<!doctype html>
<html lang="zh-TW">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#FBF8F3;color:#2A2521;font-family:'PingFang TC','Noto Sans TC','Microsoft JhengHei',sans-serif;font-size:16px">
<table role="presentation" align="center" width="100%" style="max-width:560px;background:#FFFFFF;border-radius:12px"><tr><td style="padding:32px">
<h1 style="margin:0 0 24px;font-size:20px">${escapeHtml(letter.shop.name)}</h1>
${[...paragraphs, ...button].join('\n')}
<p style="${smallStyle}">${escapeHtml(closing)}</p>
${imprint}${last}</td></tr></table>
</body>
</html>
`
}
