import { useForm } from 'react-hook-form'
import type { RefundAccount } from '#contract/refunds.ts'
import { t } from '#contract/translate.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { normalizeDigits } from './contact.ts'
import { useSaveRefundAccount } from './orders.queries.ts'

const maxNameLength = 50

/** Where money that no gateway gives back is remitted to. */
export function RefundAccountForm({ orderId }: { orderId: string }) {
  const { register, handleSubmit, formState } = useForm<RefundAccount>()
  const save = useSaveRefundAccount()
  const { errors } = formState
  return (
    <form
      noValidate
      className="mt-4 space-y-4 border-t border-line pt-4 print:hidden"
      onSubmit={handleSubmit((typed) =>
        save.mutate({ params: { id: orderId }, data: normalized(typed) }),
      )}
    >
      <p className="font-medium">{t('退款帳戶')}</p>
      <p className="text-sm text-ink-muted">
        {t('這筆退款會以匯款方式退還，請提供您本人的銀行帳戶。退款完成 30 天後即刪除。')}
      </p>
      <div className="grid gap-4 sm:grid-cols-[8rem_1fr]">
        <TextField
          label={t('銀行代碼')}
          inputMode="numeric"
          error={errors.bank_code?.message}
          {...register('bank_code', { validate: bankCodeError })}
        />
        <TextField
          label={t('帳號')}
          inputMode="numeric"
          autoComplete="off"
          error={errors.account?.message}
          {...register('account', { validate: accountError })}
        />
      </div>
      <TextField
        label={t('戶名')}
        autoComplete="name"
        error={errors.name?.message}
        {...register('name', { validate: holderError })}
      />
      {save.error && (
        <p role="alert" className="text-sm text-danger">
          {save.error.message}
        </p>
      )}
      <Button type="submit" variant="primary" isLoading={save.isPending}>
        {t('儲存退款帳戶')}
      </Button>
    </form>
  )
}

function normalized({ bank_code: bankCode, account, name }: RefundAccount): RefundAccount {
  return {
    bank_code: normalizeDigits(bankCode),
    account: normalizeDigits(account),
    name: name.trim(),
  }
}

function bankCodeError(typed = ''): string | undefined {
  return /^[0-9]{3}$/.test(normalizeDigits(typed)) ? undefined : t('請輸入 3 位數的銀行代碼')
}

function accountError(typed = ''): string | undefined {
  return /^[0-9]{6,16}$/.test(normalizeDigits(typed)) ? undefined : t('請輸入 6 至 16 位數的帳號')
}

function holderError(typed = ''): string | undefined {
  const name = typed.trim()
  if (name === '') return t('請輸入戶名')
  if ([...name].length > maxNameLength)
    return t('戶名不可超過 {maxNameLength} 個字', { maxNameLength })
}
