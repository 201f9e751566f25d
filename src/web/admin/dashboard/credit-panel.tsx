import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { adminCreditApi } from '#contract/credit.ts'
import { apiQuery } from '../../api/queries.ts'
import { Amount } from '../ui/amount.tsx'
import { Panel } from '../ui/panel.tsx'
import { Loading } from './loading.tsx'

/** The liability of the shop to its members. */
export function CreditPanel() {
  const totals = useQuery({ ...apiQuery(adminCreditApi.totals, {}), staleTime: 0 })
  const { data } = totals
  return (
    <Panel title="會員的購物金與點數">
      <Loading query={totals} height={96}>
        {data && (
          <Box component="dl" sx={facts}>
            <dt>購物金</dt>
            <dd>
              <Amount value={data.credit} />
            </dd>
            <dt>點數</dt>
            <dd>
              <Amount value={data.points} />
            </dd>
            <dt>30 天內到期</dt>
            <dd>
              <Amount value={data.ending.credit + data.ending.points} />
            </dd>
            <dt>會員</dt>
            <dd>{data.members.toLocaleString('zh-TW')} 位</dd>
          </Box>
        )}
      </Loading>
      <Box sx={{ mt: 1, color: 'text.secondary' }}>商店對會員的負債，之後由訂單折抵。</Box>
    </Panel>
  )
}

const facts = {
  m: 0,
  maxWidth: '24rem',
  display: 'grid',
  gridTemplateColumns: 'auto 1fr',
  columnGap: 2,
  rowGap: 0.5,
  fontVariantNumeric: 'tabular-nums',
  '& dt': { color: 'text.secondary' },
  '& dd': { m: 0, textAlign: 'right' },
} as const
