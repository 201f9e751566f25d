import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Link as RouterLink } from 'react-router'
import { metricUnits } from '#contract/campaign-states.ts'
import { reportApi } from '#contract/reports.ts'
import { apiQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { Amount } from '../ui/amount.tsx'
import { Loading } from './loading.tsx'
import type { ChosenRange } from './use-range.ts'

interface RangeProps {
  query: ChosenRange['query']
}

const height = 160

export function BestsellersPanel({ query }: RangeProps) {
  const report = useQuery({ ...apiQuery(reportApi.products, { query }), staleTime: 0 })
  return (
    <Panel title="暢銷商品">
      <Loading query={report} height={height}>
        <Entries
          entries={report.data?.products.map(({ product_id, title, units, amount }) => ({
            id: product_id,
            name: title,
            details: (
              <>
                {units.toLocaleString('zh-TW')} 件・
                <Amount value={amount} />
              </>
            ),
          }))}
        />
      </Loading>
    </Panel>
  )
}

export function CouponsPanel({ query }: RangeProps) {
  const report = useQuery({ ...apiQuery(reportApi.coupons, { query }), staleTime: 0 })
  return (
    <Panel title="優惠券">
      <Loading query={report} height={height}>
        <Entries
          entries={report.data?.coupons.map(({ coupon_id, title, code, uses, discount }) => ({
            id: coupon_id,
            name: `${title}（${code}）`,
            link: paths.adminCoupon(coupon_id),
            details: (
              <>
                {uses.toLocaleString('zh-TW')} 次・折抵 <Amount value={discount} />
              </>
            ),
          }))}
        />
      </Loading>
    </Panel>
  )
}

const groupStates = { forming: '未達門檻', reached: '已達門檻' } as const

export function GroupsPanel() {
  const report = useQuery({ ...apiQuery(reportApi.groups, { query: {} }), staleTime: 0 })
  return (
    <Panel title="開團">
      <Loading query={report} height={height}>
        <Entries
          label="開團的列表"
          entries={report.data?.groups.map((group) => ({
            id: group.group_id,
            name: group.title,
            link: paths.adminCampaign(group.campaign_id),
            details: `${groupStates[group.state]}・${group.units} 份${
              group.missing > 0
                ? `・還差 ${group.missing} ${metricUnits[group.metric ?? 'units']}`
                : ''
            }`,
          }))}
        />
      </Loading>
    </Panel>
  )
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Paper variant="outlined" component="section" aria-labelledby={id} sx={{ p: 2, minWidth: 0 }}>
      <Typography id={id} variant="h3">
        {title}
      </Typography>
      {children}
    </Paper>
  )
}

interface Entry {
  id: string
  name: string
  link?: string
  details: ReactNode
}

interface EntriesProps {
  entries: Entry[] | undefined
  /** Of a list that may be long: it scrolls by itself. */
  label?: string
}

function Entries({ entries = [], label }: EntriesProps) {
  if (entries.length === 0) return <Box sx={{ py: 2, color: 'text.secondary' }}>目前無資料</Box>
  const scrolling = label && { role: 'region', 'aria-label': label, tabIndex: 0 }
  return (
    <Box {...scrolling} sx={label ? { maxHeight: 480, overflowY: 'auto' } : {}}>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
        {entries.map(({ id, name, link, details }) => (
          <Box key={id} component="li" sx={row}>
            {link ? (
              <Link
                component={RouterLink}
                to={link}
                color="inherit"
                sx={{ minHeight: 44, display: 'inline-flex', alignItems: 'center' }}
              >
                {name}
              </Link>
            ) : (
              name
            )}
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {details}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}

const row = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  columnGap: 2,
  minHeight: 44,
  borderBottom: 1,
  borderColor: 'divider',
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
} as const
