import type { ComponentProps } from 'react'
import { t } from '#contract/translate.ts'
import { TextField } from '../ui/text-field.tsx'

type EmailFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'type' | 'autoComplete'>

export function EmailField(props: EmailFieldProps) {
  return <TextField label={t('電子信箱')} type="email" autoComplete="email" {...props} />
}
