import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { type Carrier, carrierLabels } from '#contract/order-states.ts'
import { maxPackedOrders, type PackingOrder } from '#contract/packing.ts'
import { paths } from '../../paths.ts'
import { usePageTitle } from '../../ui/page-head.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { RetryAlert } from '../ui/retry-alert.tsx'
import { byParcel } from './by-parcel.ts'
import { usePackableOrders, useUsedNumbers } from './packing.queries.ts'
import { loadPackingDraft, savePackingDraft } from './packing-draft.ts'
import { PackingRow } from './packing-row.tsx'
import { isTrackingNumber, numberWarning } from './tracking-numbers.ts'
import { useShipOrders } from './use-ship-orders.ts'
import { useTrackingNumbers } from './use-tracking-numbers.ts'

/** The orders that wait to be shipped: to pick, to print, and to ship with their numbers. */
export function PackingPage() {
  usePageTitle('揀貨與出貨')
  const packing = usePackableOrders()
  return (
    <Box component="section" sx={{ maxWidth: 1120, width: '100%' }}>
      <Typography variant="h1" sx={{ mb: 2 }}>
        揀貨與出貨
      </Typography>
      {packing.data && packing.data.left_out.length > 0 && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          以下訂單無法出貨：
          {packing.data.left_out.map(({ number, reason }) => `${number}（${reason}）`).join('、')}
        </Alert>
      )}
      {packing.data && <PackingList orders={packing.data.orders} total={packing.data.total} />}
      {packing.isPending && <Skeleton variant="rounded" height={480} />}
      {packing.error && !packing.data && <RetryAlert query={packing} />}
    </Box>
  )
}

function PackingList({ orders, total }: { orders: PackingOrder[]; total: number }) {
  const [draft] = useState(loadPackingDraft)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(draft.chosen))
  const [carrier, setCarrier] = useState(draft.carrier)
  const ids = orders.map(({ id }) => id)
  const tracking = useTrackingNumbers(ids, draft.numbers, (filled) =>
    setChosen((before) => new Set([...before, ...filled])),
  )
  const numbers = tracking.typed
  const used = useUsedNumbers(tracking.finished)
  const shipping = useShipOrders()
  const parcels = new Map(
    byParcel(orders).flatMap(({ first, orders: [, ...others] }) =>
      others.map(({ id }) => [id, first.number] as const),
    ),
  )
  const selected = ids.filter((id) => chosen.has(id))

  useEffect(() => {
    const waiting = orders.map(({ id }) => id)
    savePackingDraft({ chosen: [...chosen], numbers, carrier }, waiting)
  }, [chosen, numbers, carrier, orders])

  const toggle = useCallback((id: string) => {
    setChosen((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])

  if (orders.length === 0) return <Typography sx={{ py: 4 }}>目前沒有待出貨的訂單</Typography>
  return (
    <>
      {total > maxPackedOrders && (
        <Alert severity="info" sx={{ mb: 2 }}>
          共 {total} 筆待出貨，先列出最早的 {maxPackedOrders} 筆
        </Alert>
      )}
      <Paper variant="outlined" sx={bar}>
        <FormControlLabel
          label={`已選 ${selected.length} / ${orders.length} 筆`}
          control={
            <Checkbox
              checked={selected.length === orders.length}
              indeterminate={selected.length > 0 && selected.length < orders.length}
              onChange={({ target }) => setChosen(new Set(target.checked ? ids : []))}
              slotProps={{ input: { 'aria-label': '全選' } }}
            />
          }
          sx={{ mr: 'auto', fontVariantNumeric: 'tabular-nums' }}
        />
        <PrintButtons ids={selected} />
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          <TextField
            select
            size="small"
            label="物流公司"
            value={carrier}
            onChange={({ target }) => setCarrier(target.value as Carrier)}
            slotProps={{ select: { native: true } }}
          >
            {Object.entries(carrierLabels).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </TextField>
          <ActionButton
            variant="contained"
            isLoading={shipping.isPending}
            disabled={
              selected.length === 0 ||
              selected.some((id) => !isTrackingNumber((numbers[id] ?? '').trim()))
            }
            onClick={() => shipping.ship({ ids: selected, carrier, numbers })}
          >
            標示已出貨
          </ActionButton>
        </Box>
      </Paper>
      <Paper
        component="ul"
        variant="outlined"
        aria-label="待出貨訂單"
        sx={list}
        {...tracking.listProps}
      >
        {orders.map((order) => (
          <PackingRow
            key={order.id}
            order={order}
            isSelected={chosen.has(order.id)}
            onToggle={toggle}
            number={numbers[order.id] ?? ''}
            warning={numberWarning(order.id, numbers, { orders, used })}
            failure={shipping.failures.get(order.id)}
            onNumber={tracking.type}
            parcelOf={parcels.get(order.id)}
          />
        ))}
      </Paper>
    </>
  )
}

function PrintButtons({ ids }: { ids: string[] }) {
  const prints = [
    ['揀貨單', paths.adminPickingList()],
    ['出貨單', paths.adminSlips()],
    ['標籤貼紙', paths.adminLabels()],
  ] as const
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
      {prints.map(([name, path]) => (
        <Button
          key={name}
          variant="outlined"
          color="inherit"
          component={Link}
          to={path}
          state={{ ids }}
          disabled={ids.length === 0}
        >
          {name}
        </Button>
      ))}
    </Box>
  )
}

const list = { listStyle: 'none', m: 0, px: { xs: 1.5, sm: 2 }, py: 0 } as const
const bar = {
  position: 'sticky',
  top: { xs: 'auto', md: -16 },
  zIndex: 1,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: { xs: 1, sm: 2 },
  p: 1.5,
  mb: 1,
} as const
