import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { metricUnits } from '#contract/campaign-states.ts'
import type { AdminCampaign } from '#contract/campaigns.ts'
import { ownAddress } from '../../api/shop-config.ts'
import { ceilingPrices, priceList, pricesText } from '../../campaigns/prices/group-price.ts'
import { paths } from '../../paths.ts'
import { shareUrl } from '../../share/share-link.ts'
import { copyText } from '../../ui/copy-text.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { Panel } from '../ui/panel.tsx'

/** Link, QR code and a text for LINE, of a campaign that shoppers can see. */
export function CampaignShare({ campaign }: { campaign: AdminCampaign }) {
  const { id, code, title } = campaign
  const path = code === undefined ? paths.campaign(id) : paths.group(code)
  const link = shareUrl(ownAddress(), path, 'copy')
  const text = lineText(campaign, link)
  return (
    <Panel title="分享團購">
      <Box sx={columns}>
        <QrCode text={shareUrl(ownAddress(), path, 'qr')} size={160} label={`${title}的 QR Code`} />
        <Box sx={{ display: 'grid', gap: 1, minWidth: 0, flex: '1 1 240px' }}>
          <Link
            href={path}
            target="_blank"
            rel="noopener"
            color="inherit"
            sx={{ overflowWrap: 'anywhere' }}
          >
            {new URL(path, ownAddress()).href}
          </Link>
          <Box component="pre" sx={lines}>
            {text}
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <Button variant="contained" onClick={() => void copyText(text)}>
              複製 LINE 文字
            </Button>
            <Button variant="outlined" color="inherit" onClick={() => void copyText(link)}>
              複製連結
            </Button>
          </Box>
        </Box>
      </Box>
    </Panel>
  )
}

/** Title, prices, minimum and times, for a chat. */
function lineText(campaign: AdminCampaign, link: string): string {
  const { title, tiers, min_target, metric, kind, state, starts_at, ends_at } = campaign
  const ceiling = pricesText(ceilingPrices(campaign).values())
  const best = pricesText(priceList(campaign, tiers.at(-1)?.prices).values())
  return [
    `【${title}】${kind === 'team' ? '揪團' : '團購'}`,
    best === ceiling ? `單價 ${ceiling}` : `單價 ${ceiling}，越多人越便宜，最低 ${best}`,
    `滿 ${min_target} ${metricUnits[metric]}成團`,
    ...(state === 'scheduled' && starts_at !== undefined
      ? [`${formatDateTime(starts_at)} 開團`]
      : []),
    ...(ends_at === undefined ? [] : [`${formatDateTime(ends_at)} 截止`]),
    link,
  ].join('\n')
}

const columns = { display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'flex-start' } as const
const lines = {
  m: 0,
  p: 1.5,
  borderRadius: 1,
  bgcolor: 'action.hover',
  fontFamily: 'inherit',
  fontSize: '0.875rem',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const
