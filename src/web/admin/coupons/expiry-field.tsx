import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { DatePicker } from '@mui/x-date-pickers/DatePicker'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { zhTW } from '@mui/x-date-pickers/locales'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/zh-tw'
import { useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import { type CouponForm, couponLabels } from './coupon-form.ts'
import { endOfTaipeiDay, expiryMs, taipeiDay } from './expiry.ts'
import { letPlainTextPass } from './plain-text-policy.ts'

letPlainTextPass()

const { localeText } = zhTW.components.MuiLocalizationProvider.defaultProps

/** Chooses a day; the coupon is good to the end of it in Taipei, wherever the browser is. */
export function ExpiryField(props: { control: Control<CouponForm>; message: string | undefined }) {
  const { field } = useController({ control: props.control, name: 'due_date' })
  // What is typed passes through days that nobody means, so it stays apart from the form's value.
  const [shown, setShown] = useState<Dayjs | null>(() => shownDay(field.value))

  function change(day: Dayjs | null) {
    setShown(day)
    field.onChange(day?.isValid() ? endOfTaipeiDay(calendarDay(day)) : '')
  }

  return (
    <LocalizationProvider dateAdapter={AdapterDayjs} adapterLocale="zh-tw" localeText={localeText}>
      <DatePicker
        label={couponLabels.due_date}
        format="YYYY/MM/DD"
        value={shown}
        onChange={change}
        slotProps={{
          calendarHeader: { format: 'YYYY年M月' },
          toolbar: { toolbarFormat: 'M月D日' },
          textField: {
            required: true,
            size: 'small',
            fullWidth: true,
            error: props.message !== undefined,
            helperText: props.message ?? '當日 23:59 前有效（台北時間）',
            onBlur: field.onBlur,
          },
        }}
      />
    </LocalizationProvider>
  )
}

function shownDay(dueDate: number | ''): Dayjs | null {
  if (dueDate === '') return null
  const { year, month, day } = taipeiDay(expiryMs(dueDate))
  return dayjs(new Date(year, month - 1, day))
}

function calendarDay(day: Dayjs) {
  return { year: day.year(), month: day.month() + 1, day: day.date() }
}
