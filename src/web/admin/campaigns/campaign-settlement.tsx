import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminCampaignApi } from '#contract/admin-campaigns.ts'
import type { AdminCampaign, Settlement } from '#contract/campaigns.ts'
import { linesByProduct, linesText } from '#contract/lines-text.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { apiQuery, useApiMutation } from '../../api/queries.ts'
import { soldId } from '../../campaigns/prices/group-price.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { useCsvDownload } from '../download-csv.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Amount } from '../ui/amount.tsx'
import { Panel } from '../ui/panel.tsx'
import { confirm } from '../ui/question.tsx'
import { ArrivalDialog } from './arrival/arrival-dialog.tsx'
import { metricUnits } from './campaign-words.ts'
import { CorrectReceiptDialog } from './correct-receipt-dialog.tsx'
import { LeaderAccounts } from './leader-accounts.tsx'
import { ProductFigures } from './product-figures.tsx'
import { shortfallQuestion } from './shortfall-question.ts'

interface SettlementProps {
  campaign: AdminCampaign
  settlement: Settlement
}

/** Pieces, money and the supplier of a campaign, as the books have them. */
export function CampaignSettlement({ campaign }: { campaign: AdminCampaign }) {
  const { id } = campaign
  const query = useQuery({
    ...apiQuery(adminCampaignApi.settlement, { params: { id } }),
    staleTime: 0,
  })
  const download = useCsvDownload()
  const settlement = query.data?.settlement
  return (
    <Panel
      title="結算"
      action={
        settlement && (
          <ActionButton
            color="inherit"
            isLoading={download.isPending}
            onClick={() =>
              download.mutate({ endpoint: adminCampaignApi.settlementCsv, params: { id } })
            }
          >
            下載 CSV
          </ActionButton>
        )
      }
    >
      {query.error && <Alert severity="error">{query.error.message}</Alert>}
      {query.isPending && <Skeleton variant="rounded" height={160} />}
      {settlement && (
        <Box sx={{ display: 'grid', gap: 2 }}>
          {campaign.delay && <DelayAnswers delay={campaign.delay} />}
          <Gaps campaign={campaign} settlement={settlement} />
          <Pieces settlement={settlement} />
          <Money campaign={campaign} settlement={settlement} />
          {campaign.pays_leader && <LeaderAccounts campaignId={campaign.id} />}
          {campaign.supply === 'order' && <Supplier campaign={campaign} settlement={settlement} />}
        </Box>
      )}
    </Panel>
  )
}

function DelayAnswers({ delay }: { delay: NonNullable<AdminCampaign['delay']> }) {
  const { ships_on, waits, refunds, unanswered } = delay
  return (
    <Alert severity="info">
      已通知延後至 {ships_on.replaceAll('-', '/')} 出貨：繼續等 {waits} 位、退款 {refunds}{' '}
      位、未回覆 {unanswered} 位。
    </Alert>
  )
}

function Gaps({ campaign, settlement }: SettlementProps) {
  const unit = metricUnits[campaign.metric]
  return settlement.gaps.map(({ group_id: groupId, paid_units, paid_members, min_target }) => (
    <Alert key={groupId} severity="warning" sx={{ '& .MuiAlert-message': { width: '100%' } }}>
      已付款 {campaign.metric === 'units' ? paid_units : paid_members} {unit}，低於成團門檻{' '}
      {min_target} {unit}，請決定如何處理。
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
        <ActionButton
          permission="refund.write"
          variant="contained"
          onClick={() => confirm(shortfallQuestion(groupId, 'ship'))}
        >
          照常出貨
        </ActionButton>
        <ActionButton
          permission="refund.write"
          color="error"
          onClick={() => confirm(shortfallQuestion(groupId, 'cancel'))}
        >
          取消並退款
        </ActionButton>
      </Box>
    </Alert>
  ))
}

const pieceColumns = [
  ['成立', 'succeeded'],
  ['已叫貨', 'ordered'],
  ['已到貨', 'received'],
  ['已出貨', 'shipped'],
  ['短缺', 'short'],
] as const

function Pieces({ settlement }: Pick<SettlementProps, 'settlement'>) {
  return (
    <ProductFigures
      label="商品數量"
      columns={pieceColumns.map(([label]) => label)}
      products={linesByProduct(settlement.products).flatMap((lines) => {
        const rows = lines.map((line) => ({
          id: soldId(line),
          title: line.title,
          unit: line.unit,
          figures: pieceColumns.map(([, name]) => ({
            value: line[name],
            isBad: name === 'short' && line.short > 0,
          })),
        }))
        const [first] = lines
        if (!first || lines.length === 1) return rows
        const figures = pieceColumns.map(([, name]) => ({
          value: lines.reduce((sum, line) => sum + line[name], 0),
        }))
        return [
          ...rows,
          { id: `sum-${first.product_id}`, title: '小計', unit: first.unit, figures, isSum: true },
        ]
      })}
    />
  )
}

function Money({ campaign, settlement: { money } }: SettlementProps) {
  const sums: [string, number][] = [
    ['應收', money.due],
    ['已收', money.received],
    ['已退', money.refunded],
    ['未付', money.unpaid],
    [campaign.has_sellers ? '分潤' : '團主分潤', money.commission],
  ]
  return (
    <Box component="dl" aria-label="金額" sx={moneyGrid}>
      {sums.map(([label, value]) => (
        <Box key={label}>
          <Box component="dt" sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
            {label}
          </Box>
          <Box component="dd" sx={{ m: 0, fontSize: '1.125rem', fontWeight: 600 }}>
            <Amount value={value} />
          </Box>
        </Box>
      ))}
    </Box>
  )
}

const moneyGrid = {
  display: 'grid',
  gap: 2,
  m: 0,
  gridTemplateColumns: 'repeat(auto-fill, minmax(120px, 1fr))',
} as const

function Supplier({ campaign, settlement }: SettlementProps) {
  const [open, setOpen] = useState<'arrival' | 'correction'>()
  const close = () => setOpen(undefined)
  const idempotency = useIdempotencyKey()
  const params = { id: campaign.id }
  const order = useApiMutation(adminCampaignApi.supplierOrder, {
    callOptions: (input) => ({
      idempotencyKey: idempotency.keyOf({ ...input, after: settlement.supplier_orders.length }),
    }),
  })
  const download = useCsvDownload()
  return (
    <Box component="section" aria-label="叫貨">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 1 }}>
        <ActionButton
          permission="campaign.write"
          variant="outlined"
          color="inherit"
          isLoading={order.isPending}
          onClick={() => order.mutate({ params })}
        >
          產生叫貨單
        </ActionButton>
        <ActionButton
          permission={['stock.write', 'refund.write']}
          variant="outlined"
          color="inherit"
          onClick={() => setOpen('arrival')}
        >
          到貨
        </ActionButton>
        {settlement.products.some(({ received }) => received > 0) && (
          <ActionButton
            permission="stock.write"
            color="inherit"
            onClick={() => setOpen('correction')}
          >
            沖銷到貨
          </ActionButton>
        )}
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {settlement.supplier_orders.map(({ n, at, lines }) => (
          <Box key={n} component="li" sx={supplierRow}>
            <Box sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
              叫貨單 {n}
              <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
                {formatDateTime(at)}・{linesText(lines)}
              </Box>
            </Box>
            <ActionButton
              about={`叫貨單 ${n}`}
              color="inherit"
              onClick={() =>
                download.mutate({
                  endpoint: adminCampaignApi.supplierOrderCsv,
                  params: { ...params, n: String(n) },
                })
              }
            >
              下載 CSV
            </ActionButton>
          </Box>
        ))}
      </Box>
      {open === 'arrival' && (
        <ArrivalDialog campaign={campaign} settlement={settlement} onClose={close} />
      )}
      {open === 'correction' && (
        <CorrectReceiptDialog campaign={campaign} settlement={settlement} onClose={close} />
      )}
    </Box>
  )
}

const supplierRow = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  py: 1,
  borderTop: 1,
  borderColor: 'divider',
} as const
