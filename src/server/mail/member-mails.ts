import { escapeHtml } from './escape-html.ts'
import type { MailContent } from './outbox.ts'

interface WithLink {
  email: string
  link: string
}

export function verificationMail({ email, link }: WithLink): MailContent {
  return compose({
    subject: 'MinMin 團購：請驗證您的電子信箱',
    lines: [
      `您好，感謝您註冊 MinMin 團購會員（${email}）。`,
      '請點選下方連結，完成電子信箱驗證。此連結將於 24 小時後失效。',
    ],
    action: { label: '驗證電子信箱', link },
    closing: '如果您沒有註冊，請忽略此信。',
  })
}

export function passwordResetMail({ email, link }: WithLink): MailContent {
  return compose({
    subject: 'MinMin 團購：重設密碼',
    lines: [
      `您好，我們收到了重設會員帳號（${email}）密碼的申請。`,
      '請點選下方連結設定新密碼。此連結將於 1 小時後失效，且只能使用一次。',
    ],
    action: { label: '重設密碼', link },
    closing: '如果您沒有提出申請，請忽略此信，您的密碼不會變更。',
  })
}

export function emailChangeMail({ email, link }: WithLink): MailContent {
  return compose({
    subject: 'MinMin 團購：請確認新的電子信箱',
    lines: [
      `您好，您申請將會員帳號的電子信箱變更為 ${email}。`,
      '請點選下方連結完成變更。此連結將於 24 小時後失效。',
    ],
    action: { label: '確認新的電子信箱', link },
    closing: '如果您沒有提出申請，請忽略此信。',
  })
}

export function passwordChangedMail({ email }: { email: string }): MailContent {
  return compose({
    subject: 'MinMin 團購：您的密碼已變更',
    lines: [
      `您好，您的會員帳號（${email}）密碼剛剛已變更，其他裝置上的登入已全部登出。`,
      '如果是您本人的操作，不需要再做任何事。',
    ],
    closing: '如果不是您本人的操作，請立即在登入頁面使用「忘記密碼」重新設定密碼。',
  })
}

export function emailChangedMail(change: { email: string; newEmail: string }): MailContent {
  return compose({
    subject: 'MinMin 團購：您的電子信箱已變更',
    lines: [
      `您好，您的會員帳號電子信箱剛剛已由 ${change.email} 變更為 ${change.newEmail}。`,
      '如果是您本人的操作，不需要再做任何事。',
    ],
    closing: '如果不是您本人的操作，請立即與我們聯絡。',
  })
}

interface Letter {
  subject: string
  lines: string[]
  action?: { label: string; link: string }
  closing: string
}

function compose({ subject, lines, action, closing }: Letter): MailContent {
  const text = [
    ...lines,
    ...(action ? [`${action.label}：\n${action.link}`] : []),
    closing,
    'MinMin 團購',
  ].join('\n\n')
  return { subject, text: `${text}\n`, html: page({ subject, lines, action, closing }) }
}

const paragraphStyle = 'margin:0 0 16px;line-height:1.7'
const buttonStyle =
  'display:inline-block;padding:12px 24px;border-radius:8px;background:#AD4E28;color:#FFFFFF;text-decoration:none;font-weight:bold'
const smallStyle = 'margin:0 0 16px;line-height:1.7;font-size:14px;color:#6B625A'

/**
 * Mail programs support little of HTML: one table, styles on the elements, and the link in plain
 * sight.
 */
function page({ subject, lines, action, closing }: Letter): string {
  const paragraphs = lines.map((line) => `<p style="${paragraphStyle}">${escapeHtml(line)}</p>`)
  const button = action
    ? [
        `<p style="${paragraphStyle}"><a href="${escapeHtml(action.link)}" style="${buttonStyle}">${escapeHtml(action.label)}</a></p>`,
        `<p style="${smallStyle}">若按鈕無法使用，請將以下網址複製到瀏覽器：<br><span style="word-break:break-all">${escapeHtml(action.link)}</span></p>`,
      ]
    : []
  return `<!doctype html>
<html lang="zh-TW">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#FBF8F3;color:#2A2521;font-family:'PingFang TC','Noto Sans TC','Microsoft JhengHei',sans-serif;font-size:16px">
<table role="presentation" align="center" width="100%" style="max-width:560px;background:#FFFFFF;border-radius:12px"><tr><td style="padding:32px">
<h1 style="margin:0 0 24px;font-size:20px">MinMin 團購</h1>
${[...paragraphs, ...button].join('\n')}
<p style="${smallStyle}">${escapeHtml(closing)}</p>
</td></tr></table>
</body>
</html>
`
}
