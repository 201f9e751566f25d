import { useState } from 'react'
import type { Choice } from './choice.ts'
import { Picker, type PickerProps } from './picker.tsx'

interface IdsPickerProps<C extends Choice> extends Omit<PickerProps<C>, 'chosen' | 'onChange'> {
  ids: readonly string[]
  onChange: (ids: string[]) => void
}

/** A picker of what is kept as ids alone: it asks for their names. */
export function IdsPicker<C extends Choice>({ ids, onChange, ...props }: IdsPickerProps<C>) {
  const { source } = props
  const [picked, setPicked] = useState<readonly C[]>([])
  // A removed id stays in the query, so that its removal starts no new request.
  const [asked, setAsked] = useState(ids)
  const unknown = ids.filter((id) => !asked.includes(id) && picked.every((one) => one.id !== id))
  if (unknown.length > 0) setAsked([...asked, ...unknown])
  const named = source.useNamed(asked)
  const chosen = ids.map(
    (id) =>
      [...picked, ...(named ?? [])].find((one) => one.id === id) ??
      (named ? source.unnamed(id) : { ...source.unnamed(id), name: '載入中…' }),
  )
  return (
    <Picker
      {...props}
      chosen={chosen}
      onChange={(next) => {
        setPicked(next)
        onChange(next.map(({ id }) => id))
      }}
    />
  )
}

interface FilterPickerProps<C extends Choice>
  extends Pick<PickerProps<C>, 'source' | 'label' | 'isSingle' | 'inputRef'> {
  /** Ids, parted by commas. */
  value: string
  onChange: (value: string) => void
}

/** A filter of a list by what is chosen; the address of the list has the ids. */
export function FilterPicker<C extends Choice>({
  value,
  onChange,
  ...props
}: FilterPickerProps<C>) {
  return (
    <IdsPicker
      {...props}
      size="medium"
      ids={value.split(',').filter((id) => id !== '')}
      onChange={(ids) => onChange(ids.join())}
    />
  )
}
