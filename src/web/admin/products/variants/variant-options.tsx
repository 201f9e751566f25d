import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { Product } from '#contract/catalog.ts'
import {
  maxOptionName,
  maxOptions,
  maxValues,
  maxValueText,
  maxVariants,
} from '#contract/product-limits.ts'
import { showToast } from '../../../ui/toast-store.ts'
import { MoveButtons } from '../../ui/move-buttons.tsx'
import { ownKeys } from './own-keys.ts'
import type { ChangeDrafts } from './use-variant-drafts.ts'
import {
  type OptionDraft,
  typedValues,
  type VariantDrafts,
  withOption,
  withOptionMoved,
  withoutOption,
  withoutValue,
  withText,
  withValueMoved,
  withValues,
} from './variant-drafts.ts'

interface VariantOptionsProps {
  product: Product
  drafts: VariantDrafts
  change: ChangeDrafts
}

/** The options of a product and their values: within the limits of the server. */
export function VariantOptions({ product, drafts, change }: VariantOptionsProps) {
  const { options } = drafts
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {options.map((option, at) => (
        <OptionFields key={option.key} {...{ option, at, drafts, change }} />
      ))}
      {options.length < maxOptions && <NewOption {...{ product, drafts, change }} />}
    </Box>
  )
}

function OptionFields(
  props: Omit<VariantOptionsProps, 'product'> & { option: OptionDraft; at: number },
) {
  const { option, at, drafts, change } = props
  const [typed, setTyped] = useState('')
  const name = option.name || `規格 ${at + 1}`

  function add() {
    const known = option.values.map(({ text }) => text.trim())
    const texts = typedValues(typed).filter((text) => !known.includes(text))
    if (texts.length === 0) return
    const fault = valuesFault(texts, known.length) ?? sizeFault(withValues(drafts, at, texts))
    if (fault) return showToast({ message: fault, success: false })
    change((before) => withValues(before, at, texts))
    setTyped('')
  }

  return (
    <Box role="group" aria-label={name} sx={block}>
      <Box sx={line}>
        <TextField
          size="small"
          label={`規格 ${at + 1}`}
          value={option.name}
          onChange={({ target }) =>
            change((before) => withText(before, at, { text: target.value }), `name:${option.key}`)
          }
          slotProps={{ htmlInput: { maxLength: maxOptionName } }}
          sx={{ flex: '1 1 120px', maxWidth: 220 }}
        />
        <ValueButtons
          word={name}
          at={at}
          count={drafts.options.length}
          onMove={(to) => change((before) => withOptionMoved(before, at, to))}
          onRemove={() => change((before) => withoutOption(before, at))}
        />
      </Box>
      <Box component="ul" sx={valueList}>
        {option.values.map(({ key, text }, index) => (
          <Box component="li" key={key} sx={line}>
            <TextField
              size="small"
              value={text}
              onChange={({ target }) =>
                change(
                  (before) => withText(before, at, { key, text: target.value }),
                  `value:${key}`,
                )
              }
              slotProps={{
                htmlInput: { maxLength: maxValueText, 'aria-label': `${name} 的選項 ${index + 1}` },
              }}
              sx={{ flex: 1, minWidth: 96 }}
            />
            <ValueButtons
              word={text}
              at={index}
              count={option.values.length}
              onMove={(to) => change((before) => withValueMoved(before, at, [index, to]))}
              onRemove={
                option.values.length > 1
                  ? () => change((before) => withoutValue(before, at, key))
                  : undefined
              }
            />
          </Box>
        ))}
      </Box>
      {option.values.length < maxValues && (
        <Box sx={line}>
          <TextField
            size="small"
            label="新增選項"
            placeholder="例如：小、中、大"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={ownKeys(add)}
            slotProps={{ inputLabel: { shrink: true } }}
            sx={{ flex: '0 1 300px' }}
          />
          <Button color="inherit" variant="outlined" onClick={add} sx={button}>
            加入選項
          </Button>
        </Box>
      )}
    </Box>
  )
}

function NewOption({ product, drafts, change }: VariantOptionsProps) {
  const [name, setName] = useState('')
  const [typed, setTyped] = useState('')

  function add() {
    const values = typedValues(typed)
    const option = { name: name.trim(), values }
    const fault =
      (option.name === '' && '請填寫規格名稱') ||
      (drafts.options.some((other) => other.name.trim() === option.name) && '規格名稱重複') ||
      (values.length === 0 && '請填寫選項') ||
      valuesFault(values, 0) ||
      sizeFault(withOption(drafts, option, product))
    if (fault) return showToast({ message: fault, success: false })
    change((before) => withOption(before, option, product))
    setName('')
    setTyped('')
  }

  return (
    <Box role="group" aria-label="新增規格" sx={block}>
      <Box sx={line}>
        <TextField
          size="small"
          label="規格名稱"
          placeholder="例如：口味"
          value={name}
          onChange={({ target }) => setName(target.value)}
          onKeyDown={ownKeys(add)}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { maxLength: maxOptionName } }}
          sx={{ flex: '1 1 160px', maxWidth: 220 }}
        />
        <TextField
          size="small"
          label="選項，以頓號分開"
          placeholder="例如：原味、辣味"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={ownKeys(add)}
          slotProps={{ inputLabel: { shrink: true } }}
          sx={{ flex: '2 1 220px', maxWidth: 420 }}
        />
        <Button color="inherit" variant="outlined" onClick={add} sx={button}>
          加入規格
        </Button>
      </Box>
    </Box>
  )
}

function ValueButtons(props: {
  word: string
  at: number
  count: number
  onMove: (to: number) => void
  onRemove: (() => void) | undefined
}) {
  const { word, at, count, onMove, onRemove } = props
  return (
    <Box sx={{ display: 'flex', flex: 'none' }}>
      <MoveButtons
        labels={[`「${word}」往前移`, `「${word}」往後移`]}
        at={at}
        count={count}
        onMove={(by) => onMove(at + by)}
      />
      <IconButton
        aria-label={`拿掉「${word}」`}
        disabled={!onRemove}
        onClick={onRemove}
        sx={{ width: 44, height: 44 }}
      >
        <CloseIcon fontSize="small" />
      </IconButton>
    </Box>
  )
}

function valuesFault(texts: readonly string[], known: number): string | undefined {
  if (texts.some((text) => text.length > maxValueText)) return `選項請在 ${maxValueText} 個字以內`
  return texts.length + known > maxValues ? `一個規格最多 ${maxValues} 個選項` : undefined
}

function sizeFault({ variants }: VariantDrafts): string | undefined {
  if (variants.length <= maxVariants) return undefined
  return `這樣會有 ${variants.length.toLocaleString('zh-TW')} 種組合，最多 ${maxVariants} 種`
}

const block = {
  display: 'grid',
  gap: 1.5,
  p: 2,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  minWidth: 0,
} as const
const line = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1,
  rowGap: 1.5,
} as const
const valueList = {
  ...{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 },
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))',
} as const
const button = { minHeight: 44 } as const
