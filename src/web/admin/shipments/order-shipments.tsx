import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EndpointReply } from '#contract/endpoint.ts'
import { formatMoney } from '#contract/money.ts'
import { shipmentStateLabels } from '#contract/shipment-states.ts'
import type { ofOrder } from '#contract/shipments.schema.ts'
import { adminShipmentApi, type Shipment, type ShipmentEvent } from '#contract/shipments.ts'
import { storeTitle } from '#contract/store-title.ts'
import { apiQuery } from '../../api/queries.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import { RunDialog } from '../runs/run-dialog.tsx'
import { ActionButton } from '../ui/action-button.tsx'
import { EntryList, ListEntry } from '../ui/entry-list.tsx'
import { Panel } from '../ui/panel.tsx'
import { confirm } from '../ui/question.tsx'
import { RetryAlert } from '../ui/retry-alert.tsx'
import { useOpenDialog } from '../ui/use-open-dialog.ts'
import { LabelDialog } from './label-dialog.tsx'
import { registerRun } from './register-run.ts'
import { shipmentQuestions } from './shipment-dialogs.tsx'
import { ShipmentStateLine } from './shipment-state.tsx'

type OrderShipment = EndpointReply<typeof ofOrder>['shipments'][number]

/** How long a parcel that is being made is looked at again, in milliseconds. */
const againMs = 2_000

/** The parcels of an order to a convenience store, with all that the chain has told. */
export function OrderShipments({ orderId }: { orderId: string }) {
  const query = useQuery({
    ...apiQuery(adminShipmentApi.ofOrder, { params: { id: orderId } }),
    refetchInterval: ({ state }) =>
      state.data?.shipments.some((one) => one.state === 'making') ? againMs : false,
  })
  const [isMaking, setMaking] = useState(false)
  const labels = useOpenDialog<{ entries: Shipment[] }>()
  const { data } = query
  const close = () => setMaking(false)
  return (
    <Panel
      title="超商寄件"
      action={
        data &&
        data.refusal === undefined && (
          <ActionButton permission="order.ship" variant="outlined" onClick={() => setMaking(true)}>
            建立寄件單
          </ActionButton>
        )
      }
    >
      {query.isPending && <Skeleton variant="rounded" height={72} />}
      {query.error && !data && <RetryAlert query={query} />}
      {data?.shipments.length === 0 && (
        <Box sx={{ color: 'text.secondary' }}>{data.refusal ?? '還沒有寄件單'}</Box>
      )}
      <EntryList>
        {data?.shipments.map((shipment) => (
          <ListEntry
            key={shipment.id}
            title={<Title shipment={shipment} />}
            action={
              <Actions shipment={shipment} onLabel={() => labels.open({ entries: [shipment] })} />
            }
          >
            <Facts shipment={shipment} />
          </ListEntry>
        ))}
      </EntryList>
      {isMaking && (
        <RunDialog
          kind="store_shipments"
          run={registerRun}
          entries={{ ids: [orderId] }}
          onClose={close}
          onStarted={close}
        />
      )}
      {labels.opened && (
        <LabelDialog
          entries={labels.opened.entries}
          onClose={labels.close}
          onSaved={labels.close}
          onDeleted={labels.close}
          onReload={() => {}}
        />
      )}
    </Panel>
  )
}

function Title({ shipment }: { shipment: OrderShipment }) {
  return (
    <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
      <ShipmentStateLine shipment={shipment} />
      <Box>{storeTitle(shipment.store)}</Box>
    </Box>
  )
}

function Facts({ shipment }: { shipment: OrderShipment }) {
  const { code, hand_in_until: handIn, pick_up_until: pickUp, state, events, collects } = shipment
  const { along = [] } = shipment
  return (
    <>
      {along.length > 0 && <Box>併單出貨，同一個包裹：{along.join('、')}</Box>}
      {code && <Box sx={{ fontVariantNumeric: 'tabular-nums' }}>寄件代碼 {code}</Box>}
      {collects !== undefined && <Box>取貨付款，代收 {formatMoney(collects)}</Box>}
      {state === 'made' && handIn && <Box>請在 {dayText(handIn)} 前寄件</Box>}
      {state === 'at_store' && pickUp && <Box>顧客可取貨到 {dayText(pickUp)}</Box>}
      {events.length > 0 && (
        <Box component="ol" aria-label="貨態" sx={timeline}>
          {events.toReversed().map((event) => (
            <li key={`${event.at} ${event.code}`}>
              {formatTimestamp(event.at)} {eventText(event)}
            </li>
          ))}
        </Box>
      )}
    </>
  )
}

/** The words of the chain say more than the state that they come to. */
function eventText({ state, code, message }: ShipmentEvent): string {
  if (message) return message
  return state ? shipmentStateLabels[state] : `代碼 ${code}`
}

function Actions({ shipment, onLabel }: { shipment: OrderShipment; onLabel: () => void }) {
  const { state, can_cancel: canCancel } = shipment
  const isOver = state === 'picked_up' || state === 'returned' || state === 'cancelled'
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {state === 'made' && (
        <ActionButton permission="order.ship" variant="outlined" color="inherit" onClick={onLabel}>
          列印標籤
        </ActionButton>
      )}
      {state === 'failed' && (
        <ActionButton
          permission="order.ship"
          variant="outlined"
          color="inherit"
          onClick={() => confirm(shipmentQuestions.retry(shipment))}
        >
          重新建立
        </ActionButton>
      )}
      {state !== 'failed' && state !== 'making' && !isOver && (
        <ActionButton
          permission="order.ship"
          variant="outlined"
          color="inherit"
          onClick={() => confirm(shipmentQuestions.ask(shipment))}
        >
          查詢狀態
        </ActionButton>
      )}
      {canCancel && (
        <ActionButton
          permission="order.ship"
          variant="outlined"
          color="error"
          onClick={() => confirm(shipmentQuestions.cancel(shipment))}
        >
          取消寄件單
        </ActionButton>
      )}
    </Box>
  )
}

function dayText(day: string): string {
  return day.replaceAll('-', '/')
}

const timeline = { listStyle: 'none', m: 0, mt: 0.5, p: 0, fontVariantNumeric: 'tabular-nums' }
