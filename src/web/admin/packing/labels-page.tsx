import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { contactName } from '#contract/members.ts'
import type { PackingOrder } from '#contract/packing.ts'
import { shopSettings } from '../../api/shop-config.ts'
import { byParcel, numbersOf } from './by-parcel.ts'
import {
  fitLabels,
  type LabelSheet,
  type LabelText,
  labelPadding,
  labelPlace,
  labelSheets,
  lineHeight,
} from './label-layout.ts'
import { measureSign } from './measure-sign.ts'
import { PrintPage } from './print-page.tsx'

/** 標籤貼紙: addresses on sheets of labels, from a chosen place of the first sheet on. */
export function LabelsPage() {
  const [name, setName] = useState(labelSheets[0]?.name)
  const [first, setFirst] = useState('1')
  const sheet = labelSheets.find((sheet) => sheet.name === name)
  if (!sheet) return null
  const places = sheet.columns * sheet.rows
  const start = Math.min(Math.max(1, Number(first) || 1), places) - 1
  return (
    <PrintPage
      title="標籤貼紙"
      paper={{ size: `${sheet.width}mm ${sheet.height}mm`, margin: '0' }}
      options={
        <>
          <TextField
            select
            size="small"
            label="規格"
            value={name}
            onChange={({ target }) => setName(target.value)}
            slotProps={{ select: { native: true } }}
          >
            {labelSheets.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </TextField>
          <TextField
            size="small"
            type="number"
            label="起始格"
            value={first}
            onChange={({ target }) => setFirst(target.value)}
            disabled={places === 1}
            slotProps={{ htmlInput: { min: 1, max: places } }}
            sx={{ width: 96 }}
          />
        </>
      }
    >
      {({ orders }) => <Sheets sheet={sheet} start={start} orders={orders} />}
    </PrintPage>
  )
}

function Sheets(props: { sheet: LabelSheet; start: number; orders: PackingOrder[] }) {
  const { sheet, start, orders } = props
  const places = sheet.columns * sheet.rows
  const labels = byParcel(orders).flatMap(({ first: order }) =>
    labelsOf(order, sheet).map((label, part) => ({
      key: `${order.id}-${part}`,
      label,
    })),
  )
  const sheets = Map.groupBy(
    labels.map((label, index) => ({ ...label, place: index + start })),
    ({ place }) => Math.floor(place / places),
  )
  return (
    <Box
      role="region"
      aria-label="標籤預覽"
      // A region that scrolls has to be reached by the keyboard.
      tabIndex={0}
      sx={{ overflowX: 'auto', '@media print': { overflow: 'visible' } }}
    >
      {[...sheets].map(([index, ofOne]) => (
        <Box key={index} sx={sheetStyle(sheet)}>
          {ofOne.map(({ key, label, place }) => (
            <Label key={key} label={label} sheet={sheet} place={place % places} />
          ))}
        </Box>
      ))}
    </Box>
  )
}

/** The sender stands below the receiver where it costs no further label. */
function labelsOf(order: PackingOrder, sheet: LabelSheet): LabelText[] {
  const { user } = order
  const receiver = [numbersOf(order), contactName(user.name), user.tel, user.address]
  const sender = `寄件人：${shopSettings.name} ${shopSettings.phone}`.trim()
  const labels = fitLabels(receiver, sheet, measureSign)
  const withSender = fitLabels([...receiver, sender], sheet, measureSign)
  return withSender.length > labels.length ? labels : withSender
}

function Label(props: { label: LabelText; sheet: LabelSheet; place: number }) {
  const { label, sheet, place } = props
  const { left, top } = labelPlace(sheet, place)
  return (
    <Box
      role="group"
      aria-label={`標籤 ${place + 1}`}
      sx={{
        position: 'absolute',
        left: `${left}mm`,
        top: `${top}mm`,
        width: `${sheet.label.width}mm`,
        height: `${sheet.label.height}mm`,
        boxSizing: 'border-box',
        p: `${labelPadding}mm`,
        fontSize: `${label.points}pt`,
        lineHeight,
        whiteSpace: 'pre',
        '@media screen': { outline: '1px dashed', outlineColor: 'divider' },
      }}
    >
      {label.lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
        <Box key={index} sx={{ unicodeBidi: 'isolate' }}>
          {line}
        </Box>
      ))}
    </Box>
  )
}

function sheetStyle({ width, height }: LabelSheet) {
  return {
    position: 'relative',
    width: `${width}mm`,
    // A sheet as high as its paper would be followed by an empty one.
    height: `${height - 0.2}mm`,
    bgcolor: '#fff',
    color: '#000',
    mb: 2,
    '@media print': { m: 0, '& + &': { breakBefore: 'page' } },
  } as const
}
