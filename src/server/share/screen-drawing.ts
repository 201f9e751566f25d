import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { LRUCache } from 'lru-cache'
import { withMarkedChinese } from '#contract/language.ts'
import { embeddedJson } from '#contract/markup.ts'
import type { DocumentData, DocumentNotice } from '#contract/screens.ts'
import { currentTranslation, isEnglish, type Translation } from '#contract/translate.ts'
import { TimedResponse } from '../cache/timed-response.ts'
import { descriptionMarkup } from '../catalog/description.ts'
import type { Config } from '../config.ts'
import type { DrawnScreen, PageLook } from '../http/pages.ts'
import { parseReply, type ReadReply } from './in-process-reads.ts'

/** The module that the build makes of the screens. */
interface DocumentModule {
  renderDocument: (
    data: DocumentData,
    look: PageLook,
    sanitize: (html: string) => string,
    translation: Translation | undefined,
  ) => string
  renderNotice: (notice: DocumentNotice, look: PageLook, translation?: Translation) => string
  renderFirstPaint: (look: PageLook, translation?: Translation) => string
}

export interface ScreenDrawing {
  /** The screen of an address; drawn again when a reply, the shop, or the time shown has changed. */
  draw(
    key: string,
    screen: { address: string; seed: number | undefined; replies: ReadReply[] },
  ): DrawnScreen | undefined
  notice(notice: DocumentNotice): DrawnScreen | undefined
  /** The frame of the storefront with the hero of home, as markup. */
  frame(look: PageLook): string
}

const maxDrawn = 300
/** Longest age of a screen that shows the time left. */
const timedForMs = 30_000

/** Draws with the module of the build; without a build nothing is drawn. */
export async function createScreenDrawing(
  { webDir }: Pick<Config, 'webDir'>,
  look: () => PageLook,
): Promise<ScreenDrawing> {
  const file = `${webDir}-server/document.mjs`
  if (!existsSync(file)) {
    return { draw: () => undefined, notice: () => undefined, frame: () => '' }
  }
  const { renderDocument, renderNotice, renderFirstPaint }: DocumentModule = await import(
    pathToFileURL(file).href
  )
  const drawn = new LRUCache<string, { from: unknown[]; at: number; screen: DrawnScreen }>({
    max: maxDrawn,
  })
  return {
    draw(key, { address, seed, replies }) {
      const responses = replies.map(({ response }) => response)
      const from = [look(), ...responses]
      const timed = responses.find((response) => response instanceof TimedResponse)
      const known = drawn.get(key)
      const isCurrent = known?.from.every((source, index) => source === from[index])
      const isInTime = !timed || (known && Date.now() - known.at < timedForMs)
      if (known && isCurrent && isInTime) return known.screen
      const data: DocumentData = {
        address,
        ...(seed !== undefined && { seed }),
        ...(timed && { serverNow: timed.serverNow }),
        replies: replies.map(({ key: asked, response }) => ({
          key: asked,
          reply: parseReply(response),
        })),
      }
      const drawnMarkup = renderDocument(data, look(), descriptionMarkup, currentTranslation())
      const markup = isEnglish() ? withMarkedChinese(drawnMarkup) : drawnMarkup
      const screen = { markup, data: embeddedJson(data) }
      drawn.set(key, { from, at: Date.now(), screen })
      return screen
    },
    notice: (notice) => ({
      markup: renderNotice(notice, look(), currentTranslation()),
      data: embeddedJson(null),
    }),
    frame: (shown) => renderFirstPaint(shown, currentTranslation()),
  }
}
