import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useForm } from 'react-hook-form'
import { adminCouponApi, type Coupon } from '#contract/coupons.ts'
import { write } from '../../api/write.ts'
import { ChoicesFormField } from '../pickers/choices-form-field.tsx'
import { categoryChoices, productChoices } from '../pickers/sources.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { withChangedFields } from '../ui/changed-fields.ts'
import { DateField } from '../ui/fields/date-field.tsx'
import { DigitsFormField, FlagFormField } from '../ui/fields/form-fields.tsx'
import { resetToSaved } from '../ui/reset-to-saved.ts'
import { UnsavedDialog } from '../ui/unsaved-dialog.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'
import { useUnsavedGuard } from '../ui/use-unsaved-guard.ts'
import {
  type CouponRulesForm,
  couponRulesForm,
  couponRulesInput,
  couponRulesWords as words,
} from './coupon-rules-form.ts'

/** The rules of a coupon, which its dialog in the list does not show. */
export function CouponRulesPanel({ coupon }: { coupon: Coupon }) {
  const rules = couponRulesForm(coupon)
  const form = useForm<CouponRulesForm>({
    defaultValues: rules,
    // A later read fills the fields that nobody has changed here.
    values: rules,
    resetOptions: { keepDirtyValues: true },
  })
  const { control } = form
  const field = <Name extends keyof typeof words>(name: Name) => ({
    control,
    name,
    label: words[name].label,
  })
  const save = useSaveEntry({
    form,
    words,
    save: (values, shown) =>
      write(adminCouponApi.update, {
        params: { id: coupon.id },
        data: withChangedFields(couponRulesInput(coupon, shown), couponRulesInput(coupon, values)),
      }),
    onSaved: (_, sent) => resetToSaved(form, sent, sent),
  })
  const guard = useUnsavedGuard({ isDirty: save.isDirty, onClose: () => {} })

  return (
    <Paper
      variant="outlined"
      component="form"
      aria-labelledby="coupon-rules"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save.submit()
      }}
      sx={{ p: 2 }}
    >
      <Typography variant="h2" id="coupon-rules">
        使用條件
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
        留空表示不限制。
      </Typography>
      <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        <DigitsFormField {...field('max_uses')} />
        <DigitsFormField {...field('max_uses_per_member')} help="需登入會員才能使用" />
        <DigitsFormField
          {...field('min_total')}
          help="以適用商品折扣前的金額計算"
          endAdornment={<InputAdornment position="end">元</InputAdornment>}
        />
        <DateField {...field('valid_from')} help="當日 00:00 起有效（台北時間）" />
        <ChoicesFormField
          {...field('categories')}
          source={categoryChoices}
          help="最多 50 個；留空時不限分類"
        />
        <ChoicesFormField
          {...field('product_ids')}
          source={productChoices}
          help="最多 200 個；留空時不限商品"
        />
        <FlagFormField {...field('first_order_only')} />
        <FlagFormField {...field('allows_group')} />
      </Box>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', mt: 2 }}>
        <ActionButton
          permission="coupon.write"
          type="submit"
          variant="contained"
          isLoading={save.isSaving}
        >
          儲存
        </ActionButton>
      </Box>
      {guard.isAsking && <UnsavedDialog onDiscard={guard.discard} onStay={guard.stay} />}
    </Paper>
  )
}
