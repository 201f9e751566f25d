import { adminSessionApi } from '#contract/admin.ts'
import { ApiError } from '../../api/api-error.ts'
import { useApiMutation } from '../../api/queries.ts'
import { useAdmin } from '../admin-context.ts'
import { ProofDialog } from './proof-dialog.tsx'

/** Runs a call, and once more after a proof where the server asks for one. */
export async function withProof<T>(
  send: () => Promise<T>,
  ask: () => Promise<boolean>,
): Promise<T> {
  try {
    return await send()
  } catch (error) {
    const isAsked = error instanceof ApiError && error.code === 'CONFIRMATION_REQUIRED'
    if (!isAsked || !(await ask())) throw error
    return send()
  }
}

export function ConfirmationDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const { has_totp: hasTotp } = useAdmin()
  const confirm = useApiMutation(adminSessionApi.confirm, {
    toast: 'none',
    onSuccess: () => onAnswer(true),
  })
  return (
    <ProofDialog
      title="請再次確認身分"
      text="這是重要的操作，請輸入您的密碼，之後 15 分鐘內不會再詢問。"
      needsCode={hasTotp}
      error={confirm.error?.message}
      isPending={confirm.isPending}
      submitLabel="確認"
      cancelLabel="取消"
      onSubmit={({ password, code }) =>
        confirm.mutate({ data: { password, ...(hasTotp && { code }) } })
      }
      onCancel={() => onAnswer(false)}
    />
  )
}
