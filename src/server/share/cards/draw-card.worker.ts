import type { CardContent } from '#contract/card.ts'
import { giveWay } from '../../give-way.ts'
import { createCardFont } from './card-font.ts'
import { drawCard } from './draw-card.ts'

giveWay()
const font = createCardFont()

export interface CardTask {
  content: CardContent
  picture: Uint8Array | undefined
}

/** Runs in the process of `card-drawer.ts`. */
export function draw({ content, picture }: CardTask): Promise<Buffer> {
  return drawCard(font, content, picture && Buffer.from(picture))
}
