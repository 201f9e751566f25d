import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import { useForm } from 'react-hook-form'
import { adminCouponApi, type Coupon } from '#contract/coupons.ts'
import { write } from '../../api/write.ts'
import type { DialogProps } from '../lists/list-definition.ts'
import { withChangedFields } from '../ui/changed-fields.ts'
import { DateField } from '../ui/fields/date-field.tsx'
import { DigitsFormField, FlagFormField, TextFormField } from '../ui/fields/form-fields.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'
import {
  type CouponForm,
  couponForm,
  couponInput,
  couponQuestions,
  couponWords,
  newCoupon,
} from './coupon-form.ts'
import { couponLabel } from './coupon-label.ts'

/** The dialog of `coupon`, or of a new one. */
export function CouponFormDialog({ coupon, onSaved, onClose }: DialogProps & { coupon?: Coupon }) {
  const form = useForm<CouponForm>({
    defaultValues: coupon ? couponForm(coupon) : newCoupon(Date.now()),
  })
  const { control } = form
  const percent = form.watch('percent')
  const save = useSaveEntry({
    form,
    words: couponWords,
    save: (values, shown) => {
      const data = couponInput(values, coupon)
      if (!coupon) return write(adminCouponApi.create, { data })
      const change = withChangedFields(couponInput(shown, coupon), data)
      return write(adminCouponApi.update, { params: { id: coupon.id }, data: change })
    },
    questionsAbout: (values) => couponQuestions(values, coupon),
    onSaved,
  })

  return (
    <FormDialog
      ignoresEscape
      title={coupon ? `編輯 ${coupon.title}` : '新增優惠券'}
      submitLabel={coupon ? '儲存' : '新增'}
      save={save}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { sm: '1fr 1fr' }, pt: 1 }}>
        <TextFormField control={control} name="title" label={couponWords.title.label} required />
        <DateField
          control={control}
          name="due_date"
          label={couponWords.due_date.label}
          help="當日 23:59 前有效（台北時間）"
          required
        />
        <DigitsFormField
          control={control}
          name="percent"
          label={couponWords.percent.label}
          required
          help={
            typeof percent === 'string'
              ? undefined
              : `顧客付 ${percent} %（${couponLabel(percent)}）`
          }
          endAdornment={<InputAdornment position="end">%</InputAdornment>}
        />
        <TextFormField control={control} name="code" label={couponWords.code.label} required />
        <FlagFormField control={control} name="is_enabled" label={couponWords.is_enabled.label} />
      </Box>
    </FormDialog>
  )
}
