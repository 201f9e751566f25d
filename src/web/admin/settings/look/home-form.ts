import { defaultHome, type HomeBlockKind, type SettingValues } from '#contract/settings.ts'

type Home = SettingValues['home']

export interface HomeForm extends Omit<Home, 'blocks' | 'offer'> {
  blocks: { kind: HomeBlockKind; is_on: 0 | 1 }[]
  /** The rewards one a line. */
  offer: { title: string; rewards: string; code: string }
}

export const homeBlockLabels: Record<HomeBlockKind, string> = {
  campaigns: '正在開團',
  new: '最新商品',
  bestselling: '熱銷商品',
  category: '一個分類的商品',
  picks: '精選六件',
  offer: '優惠碼與回饋',
  stories: '故事',
  banner: '橫幅',
  newsletter: '電子報',
}

const storiesShown = 3
const emptyStory = { picture: '', alt: '', title: '', text: '' }

/** Without a way to send mails, only a shop that shows the newsletter already has its switch. */
export function homeForm(
  { blocks, offer, stories, ...home }: Home,
  canMail: boolean | undefined,
): HomeForm {
  const known = blocks.map(({ kind }) => kind)
  const others = defaultHome.blocks.filter(({ kind }) => !known.includes(kind))
  const later = others.map(({ kind }) => ({ kind, is_on: false }))
  const offered = [...blocks, ...later].filter(
    ({ kind, is_on }) => kind !== 'newsletter' || is_on || canMail,
  )
  const spare = Math.max(0, storiesShown - stories.length)
  return {
    ...home,
    blocks: offered.map(({ kind, is_on }) => ({ kind, is_on: is_on ? 1 : 0 })),
    offer: { ...offer, rewards: offer.rewards.join('\n') },
    stories: [...stories, ...Array.from({ length: spare }, () => ({ ...emptyStory }))],
  }
}

export function homeValues({ blocks, offer, stories, ...home }: HomeForm): Home {
  const lines = offer.rewards.split('\n').map((line) => line.trim())
  return {
    ...home,
    category: home.category.trim(),
    hero: trimmed(home.hero),
    banner: trimmed(home.banner),
    newsletter: trimmed(home.newsletter),
    blocks: blocks.map(({ kind, is_on }) => ({ kind, is_on: is_on === 1 })),
    offer: {
      title: offer.title.trim(),
      rewards: lines.filter((line) => line !== ''),
      code: offer.code.trim(),
    },
    stories: stories.map(trimmed).filter(({ picture, title, text }) => picture || title || text),
  }
}

/** The typed texts, without the space around it. */
function trimmed<T extends Record<string, string>>(texts: T): T {
  const entries = Object.entries(texts).map(([name, text]) => [name, text.trim()])
  return Object.fromEntries(entries) as T
}
