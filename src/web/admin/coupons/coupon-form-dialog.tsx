import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import { useForm } from 'react-hook-form'
import { adminCouponApi, type Coupon } from '#contract/coupons.ts'
import { useApiMutation } from '../../api/queries.ts'
import { fieldMessages } from '../lists/field-messages.ts'
import { FormDialog } from '../lists/form-dialog.tsx'
import { DigitsFormField, FlagFormField, TextFormField } from '../lists/form-fields.tsx'
import { type CouponForm, couponForm, couponInput, couponLabels, newCoupon } from './coupon-form.ts'
import { ExpiryField } from './expiry-field.tsx'

interface CouponFormDialogProps {
  /** The coupon to edit; none for a new one. */
  coupon?: Coupon
  onSaved: () => void
  onClose: () => void
}

export function CouponFormDialog({ coupon, onSaved, onClose }: CouponFormDialogProps) {
  const { control, formState, handleSubmit } = useForm<CouponForm>({
    defaultValues: coupon ? couponForm(coupon) : newCoupon(Date.now()),
  })
  const create = useApiMutation(adminCouponApi.create, { onSuccess: onSaved })
  const update = useApiMutation(adminCouponApi.update, { onSuccess: onSaved })
  const messages = fieldMessages(create.error ?? update.error, couponLabels)

  const submit = handleSubmit((values) => {
    const data = couponInput(values)
    if (coupon) update.mutate({ params: { id: coupon.id }, data })
    else create.mutate({ data })
  })

  return (
    <FormDialog
      title={coupon ? `編輯 ${coupon.title}` : '新增優惠券'}
      submitLabel={coupon ? '儲存' : '新增'}
      isDirty={formState.isDirty}
      isSaving={create.isPending || update.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { sm: '1fr 1fr' }, pt: 1 }}>
        <TextFormField
          control={control}
          name="title"
          label={couponLabels.title}
          required
          message={messages.title}
        />
        <ExpiryField control={control} message={messages.due_date} />
        <DigitsFormField
          control={control}
          name="percent"
          label={couponLabels.percent}
          required
          message={messages.percent}
          endAdornment={<InputAdornment position="end">%</InputAdornment>}
        />
        <TextFormField
          control={control}
          name="code"
          label={couponLabels.code}
          required
          message={messages.code}
        />
        <FlagFormField control={control} name="is_enabled" label={couponLabels.is_enabled} />
      </Box>
    </FormDialog>
  )
}
