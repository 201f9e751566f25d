import Box from '@mui/material/Box'
import { formatMoney } from '#contract/money.ts'
import type { Shipment } from '#contract/shipments.ts'
import { storeTitle } from '#contract/store-title.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import type { ListColumn } from '../lists/list-table-head.tsx'
import { OrderName } from '../orders/order-number.tsx'
import { ShipmentStateLine } from './shipment-state.tsx'

type Column = ListColumn<Shipment, never>

const orderOf = ({ order_id: id, number }: Shipment) => ({ id, number })

export const orderColumn: Column = {
  label: '訂單編號',
  width: 150,
  render: (shipment) => <OrdersInIt shipment={shipment} />,
}
export const nameColumn: Column = { label: '取件人', width: 90, render: ({ name }) => name }
export const storeColumn: Column = {
  label: '取貨門市',
  width: 170,
  grows: true,
  render: (shipment) => <StoreAndSum shipment={shipment} />,
}
export const placedColumn: Column = {
  label: '訂單日期',
  width: 150,
  render: ({ create_at }) => formatTimestamp(create_at),
}
export const codeColumn: Column = {
  label: '寄件代碼',
  width: 120,
  render: (shipment) => <Code shipment={shipment} />,
}
export const stateColumn: Column = {
  label: '狀態',
  width: 140,
  grows: true,
  render: (shipment) => <ShipmentStateLine shipment={shipment} />,
}
export const handInColumn: Column = {
  label: '最晚寄件日',
  width: 100,
  render: ({ hand_in_until: day }) => dayText(day),
}
export const pickUpColumn: Column = {
  label: '最晚取貨日',
  width: 100,
  render: ({ pick_up_until: day }) => dayText(day),
}
export const sinceColumn: Column = {
  label: '狀態時間',
  width: 140,
  render: ({ state_at }) => (state_at === undefined ? '' : formatTimestamp(state_at)),
}

function OrdersInIt({ shipment }: { shipment: Shipment }) {
  return (
    <Box sx={{ display: 'grid' }}>
      <OrderName order={orderOf(shipment)} />
      <Along shipment={shipment} />
    </Box>
  )
}

/** The other orders in the parcel. */
function Along({ shipment: { along = [] } }: { shipment: Shipment }) {
  if (along.length === 0) return null
  return (
    <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>
      併 {along.join('、')}
    </Box>
  )
}

/** Where it goes, and what is collected there. */
function StoreAndSum({ shipment: { store, collects } }: { shipment: Shipment }) {
  return (
    <Box sx={{ display: 'grid' }}>
      {storeTitle(store)}
      {collects !== undefined && (
        <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>
          取貨付款 {formatMoney(collects)}
        </Box>
      )}
    </Box>
  )
}

/** Until the provider has given one, how far that is. */
function Code({ shipment }: { shipment: Shipment }) {
  const { code, state, printed_at: printedAt } = shipment
  if (state === 'making') return <ShipmentStateLine shipment={shipment} />
  return (
    <Box sx={{ display: 'grid' }}>
      <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}>
        {code}
      </Box>
      {printedAt !== undefined && (
        <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>
          已開啟標籤
        </Box>
      )}
    </Box>
  )
}

function dayText(day: string | undefined): string {
  return day?.replaceAll('-', '/') ?? ''
}

/** A row on a narrow screen; `day` is what the view is about. */
export function ShipmentCard({ shipment, day }: { shipment: Shipment; day?: string | undefined }) {
  const { name, code } = shipment
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Box sx={line}>
        <Box component="strong" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {name}
        </Box>
        {day && (
          <Box component="span" sx={{ ...muted, flexShrink: 0 }}>
            {day}
          </Box>
        )}
      </Box>
      <Along shipment={shipment} />
      <StoreAndSum shipment={shipment} />
      {code && (
        <Box sx={{ ...muted, fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}>
          寄件代碼 {code}
        </Box>
      )}
      <ShipmentStateLine shipment={shipment} />
      <Box sx={{ ...muted, fontSize: '0.75rem' }}>
        <OrderName order={orderOf(shipment)} />
      </Box>
    </Box>
  )
}

const line = { display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 1 }
const muted = { color: 'text.secondary', fontSize: '0.875rem' }
