import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { orderApi } from '#contract/orders.ts'
import { t } from '#contract/translate.ts'
import { saveOrderAccess } from '../api/order-access.ts'
import { useApiMutation } from '../api/queries.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { FormCard } from '../ui/form-card.tsx'
import { FormNotice } from '../ui/form-notice.tsx'
import { usePageTitle } from '../ui/page-head.ts'
import { TextField } from '../ui/text-field.tsx'
import { telError } from './contact.ts'

const title = '訪客訂單查詢'

/** The way back to an order without an account, from any device. */
export function OrderLookupPage() {
  usePageTitle(t(title))
  const navigate = useNavigate()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { number: '', tel: '' } })
  const { errors } = formState
  const lookUp = useApiMutation(orderApi.lookUp, {
    toast: 'none',
    onSuccess: ({ order_id, access }) => {
      saveOrderAccess(order_id, access)
      return navigate(paths.order(order_id))
    },
  })
  return (
    <FormCard title={t(title)}>
      <form
        noValidate
        onSubmit={handleSubmit((data) => !lookUp.isPending && lookUp.mutate({ data }))}
        className="space-y-5"
      >
        <TextField
          label={t('訂單編號')}
          help={t('在訂單信件中，例如 261128-15')}
          autoComplete="off"
          maxLength={40}
          error={errors.number?.message}
          {...register('number', {
            validate: (typed) => typed.trim() !== '' || t('請輸入訂單編號'),
          })}
        />
        <TextField
          label={t('聯絡電話')}
          type="tel"
          autoComplete="tel"
          help={t('訂購時填寫的電話')}
          maxLength={40}
          error={errors.tel?.message}
          {...register('tel', { validate: telError })}
        />
        <FormNotice failure={lookUp.error?.message} />
        <Button type="submit" variant="primary" fullWidth isLoading={lookUp.isPending}>
          {t('查詢訂單')}
        </Button>
      </form>
    </FormCard>
  )
}
