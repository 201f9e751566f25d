import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { DatePicker } from '@mui/x-date-pickers/DatePicker'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { zhTW } from '@mui/x-date-pickers/locales'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/zh-tw'
import { useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import { type CouponForm, couponWords } from './coupon-form.ts'
import { endOfTaipeiDay, expiryMs, taipeiDay } from './expiry.ts'
import { allowPlainText } from './plain-text-policy.ts'

allowPlainText()

const { localeText } = zhTW.components.MuiLocalizationProvider.defaultProps

/** Chooses a day; the coupon is good to the end of it in Taipei, wherever the browser is. */
export function ExpiryField({ control }: { control: Control<CouponForm> }) {
  const { field, fieldState } = useController({ control, name: 'due_date' })
  // Kept apart from the form's value, because typing passes through dates that are not meant.
  const [shown, setShown] = useState<Dayjs | null>(() => shownDay(field.value))

  function change(day: Dayjs | null) {
    setShown(day)
    field.onChange(day?.isValid() ? endOfTaipeiDay(calendarDay(day)) : '')
  }

  return (
    <LocalizationProvider dateAdapter={AdapterDayjs} adapterLocale="zh-tw" localeText={localeText}>
      <DatePicker
        label={couponWords.due_date.label}
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
            error: fieldState.invalid,
            helperText: fieldState.error?.message ?? '當日 23:59 前有效（台北時間）',
            onBlur: field.onBlur,
            // The field is made of sections; the first of them takes the focus.
            ref: (root: HTMLElement | null) =>
              field.ref(
                root && {
                  focus: () => root.querySelector<HTMLElement>('[role=spinbutton]')?.focus(),
                },
              ),
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
