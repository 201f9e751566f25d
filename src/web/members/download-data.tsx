import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { privacyApi } from '#contract/privacy.ts'
import { t } from '#contract/translate.ts'
import { ApiError } from '../api/api-error.ts'
import { endpointUrl } from '../api/endpoint-url.ts'
import { type MemberUser, memberToken } from '../api/member-session.ts'
import { saveFile } from '../api/save-file.ts'
import { Button } from '../ui/button.tsx'
import { FormNotice } from '../ui/form-notice.tsx'
import { PasswordField } from '../ui/text-field.tsx'
import { LineProof } from './line/lazy-line.tsx'
import { loadIdentity } from './session.ts'

interface Typed {
  password: string
}

/** All data of the member as one file. The password, or LINE, proves who asks. */
export function DownloadData({ user }: { user: MemberUser }) {
  const { register, handleSubmit, watch, reset } = useForm<Typed>({
    defaultValues: { password: '' },
  })
  const hasPassword = user.hasPassword !== false
  const download = useMutation<void, Error, Typed>({
    mutationFn: async ({ password }) => {
      if (hasPassword) await (await loadIdentity()).proveIdentity(password)
      await saveOwnData()
    },
    onSuccess: () => reset(),
  })
  const form = (
    <form
      noValidate
      className="mt-4 space-y-4"
      onSubmit={handleSubmit((typed) => !download.isPending && download.mutate(typed))}
    >
      {hasPassword && (
        <>
          <input type="email" autoComplete="username" value={user.email ?? ''} readOnly hidden />
          <PasswordField
            label={t('目前的密碼')}
            autoComplete="current-password"
            {...register('password')}
          />
        </>
      )}
      <FormNotice failure={download.isError && failureText(download.error)} />
      <Button
        type="submit"
        variant="secondary"
        isLoading={download.isPending}
        disabled={hasPassword && watch('password') === ''}
      >
        {t('下載我的資料')}
      </Button>
    </form>
  )
  return (
    <section aria-labelledby="own-data" className="mt-8">
      <h2 id="own-data" className="text-lg font-semibold">
        {t('我的資料')}
      </h2>
      <p className="mt-1 text-sm text-ink-muted">
        {t('個人資料、訂單、跟團、付款、購物車、同意紀錄與信件，合為一個 JSON 檔。{part}', {
          part: hasPassword && t('請輸入密碼以確認。'),
        })}
      </p>
      {hasPassword ? form : <LineProof action={t('下載資料')}>{form}</LineProof>}
    </section>
  )
}

function failureText(error: Error): string {
  return error instanceof ApiError ? error.message : t('密碼錯誤，或目前無法連線')
}

async function saveOwnData(): Promise<void> {
  await saveFile(endpointUrl(privacyApi.ownData.path, {}), await memberToken(), 'minmin.json')
}
