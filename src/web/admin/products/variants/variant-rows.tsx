import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { type ClipboardEvent, type KeyboardEvent, memo, useState } from 'react'
import { parseAmount } from '#contract/amounts.ts'
import { formatMoney } from '#contract/money.ts'
import { showToast } from '../../../ui/toast-store.ts'
import type { ChangeDrafts } from './use-variant-drafts.ts'
import {
  type CellFaults,
  cellLabels,
  parseBlock,
  withBlock,
  withCell,
  withEnabled,
} from './variant-cells.ts'
import {
  type CellColumn,
  cellColumns,
  titleOf,
  type VariantDraft,
  type VariantDrafts,
} from './variant-drafts.ts'
import { type PicturePlace, VariantPicture } from './variant-picture.tsx'

interface VariantRowsProps {
  drafts: VariantDrafts
  faults: CellFaults
  change: ChangeDrafts
  ticked: ReadonlySet<string>
  onTick: (key: string, isTicked: boolean) => void
  onPicture: (place: PicturePlace) => void
}

interface VariantRowProps {
  variant: VariantDraft
  title: string
  faults: CellFaults[string] | undefined
  isTicked: boolean
  /** The first variant of a product without options has what is left of the product. */
  takesStock: boolean
  change: ChangeDrafts
  onTick: VariantRowsProps['onTick']
  onPicture: VariantRowsProps['onPicture']
}

/** The variants as a table whose cells are fields; the arrows go from row to row. */
export function VariantTable(props: VariantRowsProps & { onTickAll: (isTicked: boolean) => void }) {
  const { drafts, ticked, onTickAll } = props
  const { variants } = drafts
  const isAll = variants.length > 0 && ticked.size === variants.length
  return (
    <Box
      sx={tableBox}
      onPaste={(event) => pasteInto(event, drafts, props.change)}
      onKeyDown={moveFocus}
    >
      <table aria-label="規格列表">
        <thead>
          <tr>
            <th>
              <Checkbox
                checked={isAll}
                indeterminate={!isAll && ticked.size > 0}
                onChange={(_, isTicked) => onTickAll(isTicked)}
                slotProps={{ input: { 'aria-label': '全選' } }}
              />
            </th>
            <th scope="col">圖片</th>
            <th scope="col">規格</th>
            <th scope="col">啟用</th>
            {cellColumns.map((column) => (
              <th key={column} scope="col" className={column}>
                {cellLabels[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {variants.map((variant) => (
            <TableRow key={variant.key} {...rowProps(props, variant)} />
          ))}
        </tbody>
      </table>
    </Box>
  )
}

/** On a phone, a card for each variant that opens its fields. */
export function VariantCards(props: VariantRowsProps) {
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {props.drafts.variants.map((variant) => (
        <Card key={variant.key} {...rowProps(props, variant)} />
      ))}
    </Box>
  )
}

function rowProps(props: VariantRowsProps, variant: VariantDraft): VariantRowProps {
  const { drafts, faults, change, ticked, onTick, onPicture } = props
  return {
    ...{ variant, change, onTick, onPicture },
    title: titleOf(drafts, variant),
    faults: faults[variant.key],
    isTicked: ticked.has(variant.key),
    takesStock: variant === drafts.variants[0] && drafts.variants.every(({ id }) => !id),
  }
}

const TableRow = memo(
  function TableRow(props: VariantRowProps) {
    const { variant, title, change } = props
    return (
      <tr>
        <td>
          <Tick {...props} />
        </td>
        <td>
          <VariantPicture {...props} />
        </td>
        <th scope="row">{title}</th>
        <td>
          <Enabled {...{ variant, title, change }} />
        </td>
        {cellColumns.map((column) => (
          <td key={column} className={column}>
            <Cell {...props} column={column} label={`${title} ${cellLabels[column]}`} />
          </td>
        ))}
      </tr>
    )
  },
  // Each change builds new objects of faults, so they are compared by value.
  (before, after) =>
    before.variant === after.variant &&
    before.title === after.title &&
    before.isTicked === after.isTicked &&
    before.takesStock === after.takesStock &&
    JSON.stringify(before.faults) === JSON.stringify(after.faults),
)

function Card(props: VariantRowProps) {
  const { variant, title, change, faults } = props
  const { cells, isEnabled } = variant
  const [isOpen, setIsOpen] = useState(false)
  // It stays open: the first key may mend the fault, and is not the last.
  if (faults !== undefined && !isOpen) setIsOpen(true)
  const price = parseAmount(cells.price)
  const stock = cells.on_hand === '' ? '' : `・庫存 ${cells.on_hand}`
  return (
    <Box role="group" aria-label={title} sx={card}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
        <Tick {...props} />
        <VariantPicture {...props} />
        <Box sx={{ flex: 1, pl: 0.5, minWidth: 0, overflowWrap: 'anywhere' }}>
          <strong>{title}</strong>
          <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
            {price === undefined ? cells.price : formatMoney(price)}
            {stock}
            {!isEnabled && '・未啟用'}
          </Box>
        </Box>
        <Button
          color="inherit"
          aria-expanded={isOpen}
          aria-description={title}
          onClick={() => setIsOpen(!isOpen)}
          sx={{ minHeight: 44 }}
        >
          {isOpen ? '收合' : '編輯'}
        </Button>
      </Box>
      {isOpen && (
        <Box sx={cardFields}>
          <FormControlLabel
            label="啟用"
            control={<Enabled {...{ variant, title, change }} />}
            sx={{ gridColumn: '1 / -1', m: 0, gap: 1 }}
          />
          {cellColumns.map((column) => (
            <div key={column}>
              <label htmlFor={cellId(variant, column)}>{cellLabels[column]}</label>
              <Cell {...props} column={column} />
            </div>
          ))}
        </Box>
      )}
    </Box>
  )
}

function Tick({ variant, title, isTicked, onTick }: VariantRowProps) {
  return (
    <Checkbox
      checked={isTicked}
      onChange={(_, isNowTicked) => onTick(variant.key, isNowTicked)}
      slotProps={{ input: { 'aria-label': `選取 ${title}` } }}
    />
  )
}

function Enabled({
  variant,
  title,
  change,
}: Pick<VariantRowProps, 'variant' | 'title' | 'change'>) {
  const { key, isEnabled } = variant
  return (
    <Switch
      size="small"
      checked={isEnabled}
      onChange={(_, isOn) => change((drafts) => withEnabled(drafts, new Set([key]), isOn))}
      slotProps={{ input: { 'aria-label': `${title} 啟用` } }}
    />
  )
}

interface CellProps extends VariantRowProps {
  column: CellColumn
  /** None where a label stands around it. */
  label?: string
}

/** A plain field: a table may hold 1,400 of them. */
function Cell({ variant, column, faults, takesStock, change, label }: CellProps) {
  const { key, cells } = variant
  const fault = faults?.[column]
  const faultId = `fault-${key}-${column}`
  return (
    <>
      <input
        id={cellId(variant, column)}
        aria-label={label}
        aria-invalid={fault !== undefined}
        aria-describedby={fault && faultId}
        data-variant={key}
        data-column={column}
        value={cells[column]}
        placeholder={takesStock && column === 'on_hand' ? '不變' : placeholders[column]}
        inputMode={textColumns.has(column) ? 'text' : 'numeric'}
        autoComplete="off"
        onChange={({ target }) =>
          change((drafts) => withCell(drafts, key, [column, target.value]), `${key}:${column}`)
        }
      />
      {fault && (
        <small id={faultId} className="fault">
          {fault}
        </small>
      )}
    </>
  )
}

const cellId = ({ key }: VariantDraft, column: CellColumn) => `cell-${key}-${column}`

/** The cell of these rows that an event comes from. */
function cellOf(target: EventTarget): { key: string; column: CellColumn } | undefined {
  if (!(target instanceof HTMLInputElement)) return undefined
  const { variant, column } = target.dataset
  return variant && column ? { key: variant, column: column as CellColumn } : undefined
}

/** A single text is pasted by the browser. */
function pasteInto(event: ClipboardEvent, drafts: VariantDrafts, change: ChangeDrafts) {
  const cell = cellOf(event.target)
  const block = parseBlock(event.clipboardData.getData('text/plain'))
  if (!cell || (block.length === 1 && block[0]?.length === 1)) return
  event.preventDefault()
  const { pasted, left } = withBlock(drafts, cell, block)
  change((before) => withBlock(before, cell, block).drafts)
  const rest = left > 0 ? `，${left} 格超出表格，沒有貼上` : ''
  showToast({ message: `已貼上 ${pasted} 格${rest}`, success: left === 0 })
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const cell = cellOf(event.target)
  const step = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key]
  if (!cell || step === undefined || event.nativeEvent.isComposing) return
  event.preventDefault()
  const fields = [
    ...event.currentTarget.querySelectorAll<HTMLInputElement>(`[data-column=${cell.column}]`),
  ]
  const next = fields[fields.indexOf(event.target as HTMLInputElement) + step]
  next?.focus()
  next?.select()
}

const textColumns: ReadonlySet<CellColumn> = new Set(['sku', 'barcode', 'sides_mm'])

const placeholders: Partial<Record<CellColumn, string>> = {
  sides_mm: '長×寬×高',
  on_hand: '不限量',
}

const fieldLook = {
  '& input[data-column]': {
    ...{ font: 'inherit', color: 'inherit', width: '100%', minHeight: 40, px: 1 },
    ...{ border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper' },
    '&[aria-invalid=true]': { borderColor: 'error.main' },
    '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -1 },
    '&::placeholder': { color: 'text.secondary', opacity: 1 },
  },
  '& .fault': { display: 'block', color: 'error.main', fontSize: '0.75rem', mt: 0.25 },
} as const
const tableBox = {
  ...fieldLook,
  ...{ overflow: 'auto', maxHeight: '70vh', border: 1, borderColor: 'divider', borderRadius: 1 },
  '& table': { borderCollapse: 'separate', borderSpacing: 0, width: '100%', minWidth: 840 },
  '& th, & td': { p: 0.5, textAlign: 'left', verticalAlign: 'middle' },
  '& tbody th, & tbody td': { borderTop: 1, borderColor: 'divider' },
  '& thead th:first-of-type, & tbody td:first-of-type': { p: 0 },
  '& tbody th': { fontWeight: 500, minWidth: '6rem', overflowWrap: 'anywhere' },
  '& thead th': {
    ...{ position: 'sticky', top: 0, zIndex: 1, bgcolor: 'background.paper' },
    ...{ fontSize: '0.8125rem', fontWeight: 500, lineHeight: 1.3 },
  },
  '& td.price, & td.origin_price, & td.weight_g, & td.on_hand': { minWidth: '4.1rem' },
  '& td.price input, & td.origin_price input, & td.weight_g input, & td.on_hand input': {
    textAlign: 'right',
  },
  '& td.sku': { minWidth: '6.25rem' },
  '& td.sides_mm': { minWidth: '7.1rem' },
  '& td.barcode': { minWidth: '7.75rem' },
  '& tbody input[data-column]': {
    ...fieldLook['& input[data-column]'],
    fontSize: '0.875rem',
    px: 0.75,
  },
} as const
const card = { border: 1, borderColor: 'divider', borderRadius: 1, p: 1, minWidth: 0 } as const
const cardFields = {
  ...fieldLook,
  ...{ display: 'grid', gap: 1.5, p: 1, gridTemplateColumns: '1fr 1fr' },
  '& div > label': { display: 'block', fontSize: '0.875rem', mb: 0.25 },
  '& input[data-column]': { ...fieldLook['& input[data-column]'], minHeight: 44 },
} as const
