import { useForm } from 'react-hook-form'
import type { RefundAccount } from '#contract/refunds.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useSaveRefundAccount } from './orders.queries.ts'

/** Where money that no gateway gives back is remitted to. */
export function RefundAccountForm({ orderId }: { orderId: string }) {
  const { register, handleSubmit, formState } = useForm<RefundAccount>()
  const save = useSaveRefundAccount()
  const { errors } = formState
  return (
    <form
      noValidate
      className="mt-4 space-y-4 border-t border-line pt-4 print:hidden"
      onSubmit={handleSubmit((data) => save.mutate({ params: { id: orderId }, data }))}
    >
      <p className="font-medium">退款帳戶</p>
      <p className="text-sm text-ink-muted">
        這筆退款會以匯款方式退還，請提供您本人的銀行帳戶。退款完成 30 天後即刪除。
      </p>
      <div className="grid gap-4 sm:grid-cols-[8rem_1fr]">
        <TextField
          label="銀行代碼"
          inputMode="numeric"
          maxLength={3}
          error={errors.bank_code?.message}
          {...register('bank_code', { validate: (text) => bankCodeError(text) })}
        />
        <TextField
          label="帳號"
          inputMode="numeric"
          autoComplete="off"
          maxLength={16}
          error={errors.account?.message}
          {...register('account', { validate: (text) => accountError(text) })}
        />
      </div>
      <TextField
        label="戶名"
        autoComplete="name"
        maxLength={50}
        error={errors.name?.message}
        {...register('name', { validate: (text) => (text?.trim() ? undefined : '請輸入戶名') })}
      />
      {save.error && (
        <p role="alert" className="text-sm text-danger">
          {save.error.message}
        </p>
      )}
      <Button type="submit" variant="primary" isLoading={save.isPending}>
        儲存退款帳戶
      </Button>
    </form>
  )
}

function bankCodeError(text: string | undefined): string | undefined {
  return /^[0-9]{3}$/.test(text ?? '') ? undefined : '請輸入 3 位數的銀行代碼'
}

function accountError(text: string | undefined): string | undefined {
  return /^[0-9]{6,16}$/.test(text ?? '') ? undefined : '請輸入 6 至 16 位數的帳號'
}
