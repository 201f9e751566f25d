import { composeMail, type MailSender } from './compose-mail.ts'
import type { MailContent } from './outbox.ts'

export function adminResetMail(
  {
    username,
    link,
  }: {
    username: string
    link: string
  },
  shop: MailSender,
): MailContent {
  return composeMail({
    shop,
    subject: `${shop.name}：重設後台密碼`,
    lines: [
      `您好，我們收到了重設後台帳號（${username}）密碼的申請。`,
      '請點選下方連結設定新密碼。此連結將於 1 小時後失效，且只能使用一次；若重複申請，以最新一封信的連結為準。',
    ],
    action: { label: '重設後台密碼', link },
    closing: '如果您沒有提出申請，請忽略此信，您的密碼不會變更。',
  })
}

export function adminPasswordChangedMail(
  { username }: { username: string },
  shop: MailSender,
): MailContent {
  return composeMail({
    shop,
    subject: `${shop.name}：您的後台密碼已變更`,
    lines: [
      `您好，您的後台帳號（${username}）密碼剛剛已變更，所有裝置上的登入已全部登出。`,
      '如果是您本人的操作，不需要再做任何事。',
    ],
    closing: '如果不是您本人的操作，請立即在後台登入頁面使用「忘記密碼」重新設定密碼。',
  })
}

export function invitationMail(
  of: { role: string; inviter: string; link: string },
  shop: MailSender,
): MailContent {
  return composeMail({
    shop,
    subject: `${shop.name}：邀請您加入後台`,
    lines: [
      `您好，${of.inviter} 邀請您以「${of.role}」的身分加入「${shop.name}」的後台。`,
      '請點選下方連結設定姓名與密碼。此連結將於 72 小時後失效，且只能使用一次；若重複寄送，以最新一封信的連結為準。',
    ],
    action: { label: '接受邀請', link: of.link },
    closing: '如果您不認識邀請人，請忽略此信。',
  })
}

export function recoveryCodeUsedMail(
  of: { username: string; left: number },
  shop: MailSender,
): MailContent {
  return composeMail({
    shop,
    subject: `${shop.name}：有人使用了您的備援碼`,
    lines: [
      `您好，您的後台帳號（${of.username}）剛剛以一組備援碼完成驗證，備援碼剩餘 ${of.left} 組。`,
      '如果是您本人的操作，請記得在「我的帳號」重新產生備援碼。',
    ],
    closing: '如果不是您本人的操作，請立即變更密碼，並請其他店主協助。',
  })
}

export function secondFactorLockedMail(
  { username }: { username: string },
  shop: MailSender,
): MailContent {
  return composeMail({
    shop,
    subject: `${shop.name}：驗證碼錯誤次數過多`,
    lines: [
      `您好，您的後台帳號（${username}）在 15 分鐘內輸入了 5 次錯誤的驗證碼，暫時無法登入。`,
      '對方輸入的密碼是正確的。如果不是您本人的操作，請儘快變更密碼。',
    ],
    closing: '約 15 分鐘後可以再試一次。',
  })
}

export function secondFactorOffMail(
  of: { username: string; isSignedOut: boolean },
  shop: MailSender,
): MailContent {
  const signedOut = of.isSignedOut ? '，所有裝置上的登入已全部登出' : ''
  return composeMail({
    shop,
    subject: `${shop.name}：您的兩步驟驗證已停用`,
    lines: [`您好，您的後台帳號（${of.username}）的兩步驟驗證剛剛已停用${signedOut}。`],
    closing: '如果您沒有要求停用，請立即變更密碼，並請其他店主協助。',
  })
}
