import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { leaderSendingLabels } from '#contract/campaign-states.ts'
import type { AdminCampaign } from '#contract/campaigns.ts'
import { variantTitle } from '#contract/variants.ts'
import { priceList, soldOf } from '../../campaigns/prices/group-price.ts'
import { Amount } from '../ui/amount.tsx'
import { Panel } from '../ui/panel.tsx'
import { Progress } from './campaign-columns.tsx'
import { campaignKindLabels, campaignMoneyText, metricUnits, timeText } from './campaign-words.ts'
import { ProductFigures } from './product-figures.tsx'

/** Terms of the campaign. */
export function CampaignFacts({ campaign }: { campaign: AdminCampaign }) {
  const { min_target, metric, max_units, per_member_limit, lot_size, team_hours } = campaign
  const unit = metricUnits[metric]
  const facts: [label: string, value: string | undefined][] = [
    ['方式', campaignKindLabels[campaign.kind]],
    ['收款方式', campaignMoneyText(campaign)],
    ['出貨時機', campaign.leader_sending && leaderSendingLabels[campaign.leader_sending]],
    ['開團時間', timeText(campaign.starts_at)],
    ['截止時間', timeText(campaign.ends_at)],
    ['預計出貨日', campaign.ships_on?.replaceAll('-', '/')],
    ['成團時限', team_hours === undefined ? undefined : `每團 ${team_hours} 小時`],
    ['成團門檻', min_target > 0 ? `${min_target} ${unit}` : '—'],
    ['份數上限', max_units ? `每團 ${max_units} 份` : '不限'],
    ['每人限購', per_member_limit ? `${per_member_limit} 份` : '不限'],
    ['每箱份數', lot_size > 1 ? `${lot_size} 份` : undefined],
    ['退出', campaign.withdraw === 'until_close' ? '截止前都可以' : '達成門檻後不能退出'],
    ['貨源', campaign.supply === 'stock' ? '現有庫存' : '成團後叫貨'],
    ['配送', campaign.delivery === 'each' ? '寄給每個人' : '團主發放'],
    ['幫賣', campaign.has_sellers && (campaign.leaders_only ? '指定的會員' : '所有會員')],
    [
      campaign.has_sellers ? '幫賣分潤' : '團主分潤',
      campaign.commission_percent > 0 ? `${campaign.commission_percent} %` : '無',
    ],
    ['優惠券', campaign.coupons ? '開放團購的可以使用' : '不可使用'],
  ]
  return (
    <Panel title="成團條件">
      <Box component="dl" sx={list}>
        {facts.map(
          ([label, value]) =>
            value && (
              <Box key={label} sx={{ display: 'contents' }}>
                <Box component="dt" sx={{ color: 'text.secondary' }}>
                  {label}
                </Box>
                <Box component="dd" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
                  {value}
                </Box>
              </Box>
            ),
        )}
        <Box component="dt" sx={{ color: 'text.secondary' }}>
          進度
        </Box>
        <Box component="dd" sx={{ m: 0 }}>
          <Progress campaign={campaign} />
        </Box>
      </Box>
    </Panel>
  )
}

/** Products with their prices by tier. */
export function CampaignPrices({ campaign }: { campaign: AdminCampaign }) {
  const { products, tiers, unavailable, description } = campaign
  return (
    <Panel title="商品與價格">
      {products.length === 0 ? (
        <Box sx={{ color: 'text.secondary' }}>還沒有選擇商品。</Box>
      ) : (
        <ProductFigures
          label="各級價格"
          columns={['原售價', ...tiers.map(({ from_units }) => `${from_units} 份起`)]}
          products={soldOf(campaign).map(({ id, product, variant }) => ({
            id,
            title: variant ? variantTitle(product.title, variant.title) : product.title,
            unit: product.unit,
            note: unavailable.includes(product.product_id) && (
              <Chip size="small" color="error" variant="outlined" label="商品已停用" />
            ),
            figures: [
              { value: <Amount value={(variant ?? product).own_price} /> },
              ...tiers.map(({ prices }) => {
                const price = priceList(campaign, prices).get(id)
                return { value: price === undefined ? '—' : <Amount value={price} /> }
              }),
            ],
          }))}
        />
      )}
      {description && (
        <Box sx={{ mt: 2, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{description}</Box>
      )}
    </Panel>
  )
}

const list = {
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(0, 1fr)',
  columnGap: 2,
  rowGap: 1,
  m: 0,
} as const
