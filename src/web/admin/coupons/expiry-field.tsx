import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { DatePicker } from '@mui/x-date-pickers/DatePicker'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { zhTW } from '@mui/x-date-pickers/locales'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-tw'
import { type Control, useController } from 'react-hook-form'
import { type CouponForm, couponLabels } from './coupon-form.ts'
import { endOfTaipeiDay, expiryMs, taipeiDay } from './expiry.ts'

const { localeText } = zhTW.components.MuiLocalizationProvider.defaultProps

/** Chooses a day; the coupon is good to the end of it in Taipei, wherever the browser is. */
export function ExpiryField(props: { control: Control<CouponForm>; message: string | undefined }) {
  const { field } = useController({ control: props.control, name: 'due_date' })
  const day = field.value === '' ? undefined : taipeiDay(expiryMs(field.value))

  return (
    <LocalizationProvider dateAdapter={AdapterDayjs} adapterLocale="zh-tw" localeText={localeText}>
      <DatePicker
        label={couponLabels.due_date}
        format="YYYY/MM/DD"
        value={day ? dayjs(new Date(day.year, day.month - 1, day.day)) : null}
        onChange={(chosen) => {
          const isDay = chosen?.isValid() === true
          field.onChange(
            isDay
              ? endOfTaipeiDay({
                  year: chosen.year(),
                  month: chosen.month() + 1,
                  day: chosen.date(),
                })
              : '',
          )
        }}
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
