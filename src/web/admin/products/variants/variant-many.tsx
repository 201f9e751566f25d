import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { parseAmount } from '#contract/amounts.ts'
import { showToast } from '../../../ui/toast-store.ts'
import { ownKeys } from './own-keys.ts'
import type { ChangeDrafts } from './use-variant-drafts.ts'
import { cellLabels, type ManyChange, withEnabled, withMany } from './variant-cells.ts'
import type { CellColumn } from './variant-drafts.ts'
import type { PicturePlace } from './variant-picture.tsx'

const columns = ['price', 'origin_price', 'on_hand', 'weight_g', 'sides_mm'] as const
const kinds: Record<ManyChange, string> = { set: '設為', add: '增加', percent: '乘以 %' }

/** Changes the ticked variants at once. */
export function VariantMany(props: {
  ticked: ReadonlySet<string>
  change: ChangeDrafts
  onPicture: (place: PicturePlace) => void
}) {
  const { ticked, change } = props
  const [column, setColumn] = useState<CellColumn>('price')
  const [kind, setKind] = useState<ManyChange>('set')
  const [text, setText] = useState('')

  function apply() {
    if (kind !== 'set' && parseAmount(text, { signed: true }) === undefined) {
      return showToast({ message: '請輸入整數', success: false })
    }
    change((drafts) => withMany(drafts, ticked, { column, kind, text }))
  }

  const turn = (isEnabled: boolean) => change((drafts) => withEnabled(drafts, ticked, isEnabled))
  return (
    <Box role="group" aria-label="一次修改勾選的規格" sx={bar}>
      <Box sx={{ minWidth: 96 }}>已勾選 {ticked.size} 種</Box>
      <Choice
        label="欄位"
        value={column}
        words={Object.fromEntries(columns.map((name) => [name, cellLabels[name]]))}
        onChange={(chosen) => setColumn(chosen as CellColumn)}
      />
      <Choice
        label="方式"
        value={kind}
        words={kinds}
        onChange={(chosen) => setKind(chosen as ManyChange)}
      />
      <TextField
        size="small"
        label="數值"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={ownKeys(apply)}
        sx={{ width: 120 }}
      />
      <Button variant="outlined" color="inherit" onClick={apply} sx={button}>
        套用
      </Button>
      <Button color="inherit" onClick={() => turn(true)} sx={button}>
        啟用
      </Button>
      <Button color="inherit" onClick={() => turn(false)} sx={button}>
        停用
      </Button>
      <Button color="inherit" onClick={() => props.onPicture({ keys: ticked })} sx={button}>
        圖片…
      </Button>
    </Box>
  )
}

function Choice(props: {
  label: string
  value: string
  words: Record<string, string>
  onChange: (value: string) => void
}) {
  return (
    <TextField
      select
      size="small"
      label={props.label}
      value={props.value}
      onChange={({ target }) => props.onChange(target.value)}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {Object.entries(props.words).map(([value, word]) => (
        <option key={value} value={value}>
          {word}
        </option>
      ))}
    </TextField>
  )
}

const bar = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1.5 } as const
const button = { minHeight: 44 } as const
