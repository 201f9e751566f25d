import type { Control } from 'react-hook-form'
import { type CouponForm, couponWords } from './coupon-form.ts'
import { DayField } from './day-field.tsx'
import { endOfTaipeiDay } from './expiry.ts'

/** Chooses a day; the coupon is good to the end of it in Taipei. */
export function ExpiryField({ control }: { control: Control<CouponForm> }) {
  return (
    <DayField
      control={control}
      name="due_date"
      label={couponWords.due_date.label}
      help="當日 23:59 前有效（台北時間）"
      required
      instantOf={endOfTaipeiDay}
    />
  )
}
