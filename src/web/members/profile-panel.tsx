import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { t } from '#contract/translate.ts'
import type { MemberUser } from '../api/member-session.ts'
import { Button } from '../ui/button.tsx'
import { FormNotice } from '../ui/form-notice.tsx'
import { InlineError } from '../ui/inline-error.tsx'
import { TextField } from '../ui/text-field.tsx'
import { loadIdentity } from './session.ts'

interface ProfileFields {
  name: string
  photoUrl: string
}

export function ProfilePanel({ user }: { user: MemberUser }) {
  const saved = { name: user.displayName ?? '', photoUrl: user.photoUrl ?? '' }
  const { register, handleSubmit, formState } = useForm<ProfileFields>({
    values: saved,
    resetOptions: { keepDirtyValues: true },
  })
  const save = useMutation({
    mutationFn: async ({ name, photoUrl }: ProfileFields) => {
      const identity = await loadIdentity()
      await identity.saveProfile({ name: name.trim(), photoUrl: photoUrl.trim() })
    },
  })
  return (
    <form noValidate onSubmit={handleSubmit((typed) => save.mutate(typed))} className="space-y-5">
      <TextField label={t('暱稱')} autoComplete="nickname" maxLength={50} {...register('name')} />
      <TextField
        label={t('大頭照網址')}
        type="url"
        inputMode="url"
        autoComplete="photo"
        maxLength={2000}
        help={t('以 https:// 開頭的圖片網址')}
        {...register('photoUrl')}
      />
      <FormNotice success={save.isSuccess && !formState.isDirty && t('個人資料已更新')} />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          variant="primary"
          isLoading={save.isPending}
          disabled={!formState.isDirty}
        >
          {t('儲存變更')}
        </Button>
        <InlineError isShown={save.isError} />
      </div>
    </form>
  )
}
