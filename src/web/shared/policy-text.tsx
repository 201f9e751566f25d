import { hasTags } from '#contract/markup.ts'
import { policyBlocks } from './policy-blocks.ts'
import { SafeMarkup } from './safe-markup.tsx'

/** The text of the privacy policy or of the terms: HTML, or plain with lines that are headings. */
export function PolicyText({ text }: { text: string }) {
  if (hasTags(text)) return <SafeMarkup html={text} />
  return (
    <div className="space-y-4 [overflow-wrap:anywhere]">
      {policyBlocks(text).map((block) =>
        block.isHeading ? (
          <h2 key={block.line} className="pt-4 text-lg font-semibold">
            {block.text}
          </h2>
        ) : (
          <p key={block.line} className="leading-relaxed">
            {block.text}
          </p>
        ),
      )}
    </div>
  )
}
