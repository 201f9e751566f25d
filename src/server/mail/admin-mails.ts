import { composeMail } from './compose-mail.ts'
import type { MailContent } from './outbox.ts'

export function adminResetMail({
  username,
  link,
}: {
  username: string
  link: string
}): MailContent {
  return composeMail({
    subject: 'MinMin 團購：重設後台密碼',
    lines: [
      `您好，我們收到了重設後台帳號（${username}）密碼的申請。`,
      '請點選下方連結設定新密碼。此連結將於 1 小時後失效，且只能使用一次；若重複申請，以最新一封信的連結為準。',
    ],
    action: { label: '重設後台密碼', link },
    closing: '如果您沒有提出申請，請忽略此信，您的密碼不會變更。',
  })
}

export function adminPasswordChangedMail({ username }: { username: string }): MailContent {
  return composeMail({
    subject: 'MinMin 團購：您的後台密碼已變更',
    lines: [
      `您好，您的後台帳號（${username}）密碼剛剛已變更，所有裝置上的登入已全部登出。`,
      '如果是您本人的操作，不需要再做任何事。',
    ],
    closing: '如果不是您本人的操作，請立即在後台登入頁面使用「忘記密碼」重新設定密碼。',
  })
}
