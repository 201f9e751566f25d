import { campaignCard, type ShownCampaign } from '#contract/campaign-head.ts'
import { isOpenGroup } from '#contract/campaign-states.ts'
import { shownCard } from '#contract/card.ts'
import type { Site } from '#contract/page-head.ts'
import { taipeiTime } from '#contract/taipei-time.ts'
import { t } from '#contract/translate.ts'

interface CardPlace {
  site: Site
  liffId: string
  /** Of the page that the card opens. */
  path: string
  now?: Date
}

/** The limits of LINE, in characters. */
const most = { alternative: 400, text: 300 }
/** LINE's green, as the buttons of its cards have it. */
const green = '#06C755'

/** A group as a card of a chat: picture, price of now, next step, and the link that opens the shop inside LINE. */
export function groupCard(
  { campaign, group }: ShownCampaign,
  { site, liffId, path, now = new Date() }: CardPlace,
): object {
  const card = campaignCard({ campaign, group }, site)
  const subject = group ? `group/${encodeURIComponent(group.code)}` : `campaign/${campaign.id}`
  const picture = shownCard(site, subject, card)
  const isOpen = group ? isOpenGroup(group) : campaign.state === 'open'
  const uri = `https://liff.line.me/${liffId}${path}${path.includes('?') ? '&' : '?'}via=line`
  const price = `${card.label ?? ''} ${card.price ?? ''}`.trim()
  const lines = [
    card.badge && text(card.badge.text, { weight: 'bold' }),
    card.lowest && text(card.lowest, quiet),
    card.deadline && text(card.deadline, quiet),
    // A card in a chat never changes.
    text(t('截至 {now}', { now: taipeiTime(now) }), { ...quiet, size: 'xs' }),
  ]
  const told = [campaign.title, price, card.badge?.text, card.deadline].filter(Boolean)
  return {
    type: 'flex',
    altText: [...told.join(t('，'))].slice(0, most.alternative).join(''),
    contents: {
      type: 'bubble',
      // LINE loads pictures by https alone.
      ...(picture.url.startsWith('https:') && {
        hero: {
          type: 'image',
          url: picture.url,
          size: 'full',
          aspectRatio: '1200:630',
          aspectMode: 'cover',
          action: { type: 'uri', label: t('查看團購'), uri },
        },
      }),
      body: {
        type: 'box',
        layout: 'vertical',
        spacing: 'sm',
        contents: [
          text(campaign.title, { weight: 'bold', size: 'lg' }),
          text(price, { weight: 'bold', size: 'xl' }),
          ...(group && isOpen ? [progress(group)] : []),
          ...lines.filter((line) => line !== undefined && line !== ''),
        ],
      },
      footer: {
        type: 'box',
        layout: 'vertical',
        contents: [
          {
            type: 'button',
            style: 'primary',
            color: green,
            height: 'sm',
            action: { type: 'uri', label: isOpen ? t('我要跟團') : t('查看團購'), uri },
          },
        ],
      },
    },
  }
}

const quiet = { size: 'sm', color: '#666666' }

function text(value: string, look: object = {}) {
  return { type: 'text', text: [...value].slice(0, most.text).join(''), wrap: true, ...look }
}

/** How far the group is on its way to success. */
function progress({
  missing,
  units,
  members,
  campaign: { metric },
}: NonNullable<ShownCampaign['group']>) {
  const count = metric === 'members' ? members : units
  const share = count + missing === 0 ? 100 : Math.round((100 * count) / (count + missing))
  return {
    type: 'box',
    layout: 'vertical',
    backgroundColor: '#E6E6E6',
    height: '6px',
    cornerRadius: '3px',
    contents: [
      {
        type: 'box',
        layout: 'vertical',
        width: `${Math.min(100, Math.max(1, share))}%`,
        height: '6px',
        backgroundColor: green,
        contents: [],
      },
    ],
  }
}
