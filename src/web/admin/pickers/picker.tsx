import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Paper, { type PaperProps } from '@mui/material/Paper'
import TextField from '@mui/material/TextField'
import { type ReactNode, type Ref, useState } from 'react'
import { useDebounced } from '../../ui/use-debounced.ts'
import { Thumbnail } from '../products/thumbnail.tsx'
import { RetryAlert } from '../ui/retry-alert.tsx'
import { keepEnter } from '../ui/search-enter.ts'
import type { Choice, ChoiceSource } from './choice.ts'

export interface PickerProps<C extends Choice> {
  source: ChoiceSource<C>
  label: string
  chosen: readonly C[]
  onChange: (chosen: C[]) => void
  /** A further choice takes the place of the one before. */
  isSingle?: boolean
  /** Ids that are not offered. */
  taken?: readonly string[]
  help?: string | undefined
  fault?: string | undefined
  size?: 'small' | 'medium'
  inputRef?: Ref<HTMLInputElement>
  onBlur?: () => void
}

/** A search waits until the word is typed. */
const searchDelayMs = 250

/** Chooses entries by name: what is typed is searched on the server, among all of them. */
export function Picker<C extends Choice>(props: PickerProps<C>) {
  const { source, label, chosen, isSingle = false, taken = [] } = props
  const [text, setText] = useState('')
  const [isComposing, setComposing] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const word = text.trim()
  const asked = useDebounced(word, { delayMs: searchDelayMs, isComposing })
  const { query, choices, hasMore } = source.useFound(asked, { enabled: isOpen })
  const isSettled = asked === word && choices !== undefined
  const offered = isSettled ? choices.filter(({ id }) => !taken.includes(id)) : []
  const none = query.error ? query.error.message : `找不到${source.noun}`
  return (
    <Box sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
      <Autocomplete<C, true>
        multiple
        size={props.size ?? 'small'}
        options={offered}
        value={[...chosen]}
        filterOptions={(all) => all}
        filterSelectedOptions
        disableCloseOnSelect={!isSingle}
        loading={!isSettled && !query.error}
        loadingText="載入中"
        noOptionsText={none}
        getOptionKey={({ id }) => id}
        getOptionLabel={({ name }) => name}
        isOptionEqualToValue={(one, other) => one.id === other.id}
        onChange={(_, next) => props.onChange(isSingle ? next.slice(-1) : next)}
        inputValue={text}
        onInputChange={(_, next, reason) => {
          // A reset comes with each new array of what is chosen, too.
          if (reason !== 'reset') setText(reason === 'input' ? next : '')
        }}
        onOpen={() => setOpen(true)}
        onClose={() => setOpen(false)}
        {...(props.onBlur && { onBlur: props.onBlur })}
        onKeyDown={keepEnter}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
        renderOption={({ key, ...option }, choice) => (
          <Box component="li" key={key} {...option} sx={{ gap: 1.5 }}>
            <Option choice={choice} />
          </Box>
        )}
        slots={{ paper: ChoicePaper }}
        slotProps={{ paper: { hint: isSettled && hasMore && moreHint } as PaperProps }}
        renderInput={(input) => (
          <TextField
            {...input}
            label={label}
            inputRef={props.inputRef}
            placeholder={chosen.length === 0 ? `輸入${source.noun}名稱` : ''}
            error={props.fault !== undefined}
            helperText={props.fault ?? props.help}
          />
        )}
      />
      {query.error && <RetryAlert query={query} />}
    </Box>
  )
}

function Option({ choice }: { choice: Choice }) {
  return (
    <>
      {choice.picture !== undefined && <Thumbnail src={choice.picture} alt="" size={40} />}
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {choice.name}
        {choice.note && (
          <Box
            sx={{
              color: 'text.secondary',
              fontSize: '0.875rem',
              fontVariantNumeric: 'tabular-nums',
            }}
          >
            {choice.note}
          </Box>
        )}
      </Box>
    </>
  )
}

const moreHint = '還有更多，請再多輸入幾個字'

/** The list of choices, with a word below it where there are more. */
function ChoicePaper({ hint, children, ...paper }: PaperProps & { hint?: ReactNode }) {
  return (
    <Paper {...paper}>
      {children}
      {hint && (
        <Box sx={{ px: 2, py: 1, borderTop: 1, borderColor: 'divider', color: 'text.secondary' }}>
          {hint}
        </Box>
      )}
    </Paper>
  )
}
