import { t } from '#contract/translate.ts'
import { composeMail, type MailSender } from './compose-mail.ts'
import type { MailContent } from './outbox.ts'

interface WithLink {
  email: string
  link: string
}

export function verificationMail(
  { email, link, pin }: WithLink & { pin: string },
  shop: MailSender,
): MailContent {
  return composeMail({
    shop,
    subject: t('{name}：請驗證您的電子信箱', { name: shop.name }),
    lines: [
      t('您好，感謝您註冊「{name}」會員（{email}）。', { name: shop.name, email }),
      { label: t('驗證碼'), code: pin },
      t(
        '請在 30 分鐘內把驗證碼填入網頁，或點選下方連結，完成電子信箱驗證。此連結將於 24 小時後失效。',
      ),
    ],
    action: { label: t('驗證電子信箱'), link },
    closing: t('如果您沒有註冊，請忽略此信。'),
  })
}

export function passwordResetMail({ email, link }: WithLink, shop: MailSender): MailContent {
  return composeMail({
    shop,
    subject: t('{name}：重設密碼', { name: shop.name }),
    lines: [
      t('您好，我們收到了重設會員帳號（{email}）密碼的申請。', { email }),
      t('請點選下方連結設定新密碼。此連結將於 1 小時後失效，且只能使用一次。'),
    ],
    action: { label: t('重設密碼'), link },
    closing: t('如果您沒有提出申請，請忽略此信，您的密碼不會變更。'),
  })
}

export function emailChangeMail({ email, link }: WithLink, shop: MailSender): MailContent {
  return composeMail({
    shop,
    subject: t('{name}：請確認新的電子信箱', { name: shop.name }),
    lines: [
      t('您好，您申請將會員帳號的電子信箱變更為 {email}。', { email }),
      t('請點選下方連結完成變更。此連結將於 24 小時後失效。'),
    ],
    action: { label: t('確認新的電子信箱'), link },
    closing: t('如果您沒有提出申請，請忽略此信。'),
  })
}

/** `hasLine`: the account has another way in, which a new password leaves. */
export function passwordChangedMail(
  { email, hasLine = false }: { email: string; hasLine?: boolean },
  shop: MailSender,
): MailContent {
  return composeMail({
    shop,
    subject: t('{name}：您的密碼已變更', { name: shop.name }),
    lines: [
      t('您好，您的會員帳號（{email}）密碼剛剛已變更，其他裝置上的登入已全部登出。', { email }),
      ...(hasLine
        ? [
            t(
              '這個帳號已連結 LINE 登入，變更密碼後仍可使用；如果不是您連結的，請到會員中心解除連結。',
            ),
          ]
        : []),
      t('如果是您本人的操作，不需要再做任何事。'),
    ],
    closing: t('如果不是您本人的操作，請立即在登入頁面使用「忘記密碼」重新設定密碼。'),
  })
}

export function lineLinkedMail({ email }: { email: string }, shop: MailSender): MailContent {
  return composeMail({
    shop,
    subject: t('{name}：您的帳號已連結 LINE 登入', { name: shop.name }),
    lines: [
      t('您好，您的會員帳號（{email}）剛剛連結了 LINE，之後也可以用 LINE 登入。', { email }),
      t('如果是您本人的操作，不需要再做任何事。'),
    ],
    closing: t('如果不是您本人的操作，請登入會員中心解除連結，並修改密碼。'),
  })
}

export function emailChangedMail(
  change: { email: string; newEmail: string },
  shop: MailSender,
): MailContent {
  return composeMail({
    shop,
    subject: t('{name}：您的電子信箱已變更', { name: shop.name }),
    lines: [
      t('您好，您的會員帳號電子信箱剛剛已由 {email} 變更為 {newEmail}。', {
        email: change.email,
        newEmail: change.newEmail,
      }),
      t('如果是您本人的操作，不需要再做任何事。'),
    ],
    closing: t('如果不是您本人的操作，請立即與我們聯絡。'),
  })
}
