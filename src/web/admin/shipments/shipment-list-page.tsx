import PrintIcon from '@mui/icons-material/Print'
import { useSearchParams } from 'react-router'
import type { EndpointSchema } from '#contract/endpoint.ts'
import { type ShipmentView, shipmentViews } from '#contract/shipment-states.ts'
import { adminShipmentApi, type Shipment } from '#contract/shipments.ts'
import { storeChainLabels, storeChains } from '#contract/shipping-kinds.ts'
import { paths } from '../../paths.ts'
import { defineList, type EntryDialogProps, type ListDefinition } from '../lists/list-definition.ts'
import { ListPage } from '../lists/list-page.tsx'
import type { ListColumn } from '../lists/list-table-head.tsx'
import { LabelDialog } from './label-dialog.tsx'
import { registerRun, retryRun } from './register-run.ts'
import {
  codeColumn,
  handInColumn,
  nameColumn,
  orderColumn,
  pickUpColumn,
  placedColumn,
  ShipmentCard,
  sinceColumn,
  stateColumn,
  storeColumn,
} from './shipment-columns.tsx'
import {
  AskShipmentDialog,
  CancelShipmentDialog,
  RetryShipmentDialog,
} from './shipment-dialogs.tsx'
import { ShipmentTabs } from './shipment-tabs.tsx'

type Column = ListColumn<Shipment, never>

const columnsOf: Record<ShipmentView, Column[]> = {
  to_make: [placedColumn, orderColumn, nameColumn, storeColumn],
  to_hand_in: [orderColumn, nameColumn, storeColumn, codeColumn, handInColumn],
  under_way: [orderColumn, nameColumn, storeColumn, codeColumn, stateColumn, sinceColumn],
  waiting: [orderColumn, nameColumn, storeColumn, codeColumn, pickUpColumn],
  back: [orderColumn, nameColumn, storeColumn, codeColumn, stateColumn, sinceColumn],
  problem: [orderColumn, nameColumn, storeColumn, codeColumn, stateColumn],
  done: [orderColumn, nameColumn, storeColumn, codeColumn, stateColumn, sinceColumn],
}

const emptyTexts: Record<ShipmentView, string> = {
  to_make: '沒有待建立寄件單的超商取貨訂單',
  to_hand_in: '沒有待寄件的包裹',
  under_way: '沒有運送中的包裹',
  waiting: '沒有到店待取的包裹',
  back: '沒有退回的包裹',
  problem: '沒有需要處理的寄件單',
  done: '還沒有已結束的寄件單',
}

/** The day that counts in a view, for the corner of a card. */
function dayOf(view: ShipmentView, shipment: Shipment): string | undefined {
  const { hand_in_until: handIn, pick_up_until: pickUp } = shipment
  if (view === 'to_hand_in' && handIn) return `${shortDay(handIn)} 前寄件`
  if (view === 'waiting' && pickUp) return `${shortDay(pickUp)} 前取貨`
  return undefined
}

function shortDay(day: string): string {
  return day.slice(5).replace('-', '/')
}

const may = { permission: 'order.ship' } as const
const labelOfRow = { ...may, label: '標籤', dialog: 'label' }
const cancel = {
  ...may,
  label: '取消',
  dialog: 'cancel',
  color: 'error' as const,
  isFor: ({ can_cancel }: Shipment) => can_cancel,
}
const ask = {
  ...may,
  label: '查詢狀態',
  dialog: 'ask',
  isFor: ({ state }: Shipment) => state !== 'failed',
}
const retry = {
  ...may,
  label: '重新建立',
  dialog: 'retry',
  isFor: ({ state }: Shipment) => state === 'failed',
}
const asked = { dialogs: { ask: AskShipmentDialog }, rowActions: [ask] }

type Actions = Pick<
  ListDefinition<EndpointSchema, Shipment, never>,
  'dialogs' | 'rowActions' | 'bulkActions' | 'runs'
>

const actionsOf: Record<ShipmentView, Actions> = {
  to_make: { runs: { kind: 'store_shipments', actions: [registerRun] } },
  to_hand_in: {
    dialogs: { label: LabelOfRow, cancel: CancelShipmentDialog },
    rowActions: [{ ...labelOfRow, isFor: isMade }, cancel],
    bulkActions: [
      {
        ...may,
        label: () => '列印寄件標籤',
        icon: <PrintIcon />,
        color: 'primary',
        dialog: LabelDialog,
      },
    ],
    runs: {
      kind: 'store_shipments',
      actions: [{ ...may, action: 'hand_in', note: '顧客會收到出貨通知，無法復原。' }],
    },
  },
  under_way: asked,
  waiting: asked,
  back: asked,
  problem: {
    dialogs: { ask: AskShipmentDialog, retry: RetryShipmentDialog, cancel: CancelShipmentDialog },
    rowActions: [retry, ask, cancel],
    runs: { kind: 'store_shipments', actions: [retryRun] },
  },
  done: {},
}

function isMade({ state }: Shipment): boolean {
  return state === 'made'
}

function LabelOfRow({ entry, ...dialog }: EntryDialogProps<Shipment>) {
  return <LabelDialog entries={[entry]} {...dialog} />
}

function listOf(view: ShipmentView) {
  return defineList({
    title: '超商寄件',
    path: paths.adminShipments(),
    endpoint: adminShipmentApi.list,
    rowsOf: ({ shipments }) => shipments,
    columns: columnsOf[view],
    labelOf: ({ number }) => number,
    card: (shipment) => <ShipmentCard shipment={shipment} day={dayOf(view, shipment)} />,
    hasPageSizes: true,
    summary: (reply) => <ShipmentTabs view={view} reply={reply} />,
    fixedQuery: { view },
    filters: [
      { name: 'q', label: '訂單或代碼' },
      {
        name: 'chain',
        label: '超商',
        options: [
          { value: '', label: '全部' },
          ...storeChains.map((value) => ({ value, label: storeChainLabels[value] })),
        ],
      },
    ],
    emptyText: () => emptyTexts[view],
    ...actionsOf[view],
  })
}

const lists = Object.fromEntries(shipmentViews.map((view) => [view, listOf(view)])) as Record<
  ShipmentView,
  ReturnType<typeof listOf>
>

/** The parcels to convenience stores, from the making to the pick-up. */
export function AdminShipmentListPage() {
  const [params] = useSearchParams()
  const view = shipmentViews.find((name) => name === params.get('view')) ?? 'to_make'
  return <ListPage key={view} list={lists[view]} />
}
