import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { DatePicker } from '@mui/x-date-pickers/DatePicker'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { zhTW } from '@mui/x-date-pickers/locales'
import type { FieldRef } from '@mui/x-date-pickers/models'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/zh-tw'
import { useRef, useState } from 'react'
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form'
import { type CalendarDay, expiryMs, taipeiDay } from './expiry.ts'
import { allowPlainText } from './plain-text-policy.ts'

allowPlainText()

const { localeText } = zhTW.components.MuiLocalizationProvider.defaultProps

interface DayFieldProps<Form extends FieldValues> {
  control: Control<Form>
  /** A field with the instant in epoch milliseconds or seconds, or an empty text. */
  name: Path<Form>
  label: string
  help: string
  /** A day that is not required can be cleared. */
  required?: boolean
  /** The instant that stands for a chosen day, in epoch milliseconds. */
  instantOf: (day: CalendarDay) => number
}

/** Chooses a day in Taipei, wherever the browser is. */
export function DayField<Form extends FieldValues>(props: DayFieldProps<Form>) {
  const { control, name, label, help, required = false, instantOf } = props
  const sections = useRef<FieldRef<Dayjs | null>>(null)
  const { field, fieldState } = useController({ control, name, rules: { validate } })
  // Kept apart from the form's value, because typing passes through dates that are not meant.
  const [shown, setShown] = useState<Dayjs | null>(() => shownDay(field.value))
  const [known, setKnown] = useState(field.value)
  if (known !== field.value) {
    setKnown(field.value)
    // A later read of the entry has another day.
    if (field.value !== formValue(shown)) setShown(shownDay(field.value))
  }

  function formValue(day: Dayjs | null): number | '' {
    return day && isTypedOut(day) ? instantOf(calendarDay(day)) : ''
  }

  function change(day: Dayjs | null) {
    setShown(day)
    field.onChange(formValue(day))
  }

  function blur() {
    field.onBlur()
    // Of a half typed day that is emptied the picker tells nothing.
    if (fieldState.error?.type === 'validate') field.onChange(field.value)
  }

  /** The picker gives no day for one that is half typed, as for none: its sections tell them apart. */
  async function validate(value: number | '') {
    if (value !== '') return true
    // The sections are those of this change once it is rendered.
    await new Promise((resolve) => setTimeout(resolve))
    const isEmpty = sections.current?.getSections().every((section) => section.value === '')
    return isEmpty !== false || `請輸入正確的${label}`
  }

  return (
    <LocalizationProvider dateAdapter={AdapterDayjs} adapterLocale="zh-tw" localeText={localeText}>
      <DatePicker
        label={label}
        format="YYYY/MM/DD"
        value={shown}
        onChange={change}
        slotProps={{
          calendarHeader: { format: 'YYYY年M月' },
          toolbar: { toolbarFormat: 'M月D日' },
          field: { clearable: !required, fieldRef: sections },
          textField: {
            required,
            size: 'small',
            fullWidth: true,
            error: fieldState.invalid,
            helperText: fieldState.error?.message ?? help,
            onBlur: blur,
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

function shownDay(instant: number | ''): Dayjs | null {
  if (instant === '') return null
  const { year, month, day } = taipeiDay(expiryMs(instant))
  return dayjs(new Date(year, month - 1, day))
}

/** A year that is being typed begins as 0002. */
function isTypedOut(day: Dayjs): boolean {
  return day.isValid() && day.year() >= 1900
}

function calendarDay(day: Dayjs) {
  return { year: day.year(), month: day.month() + 1, day: day.date() }
}
