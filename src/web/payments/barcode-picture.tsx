import { code39 } from './code39.ts'

/** The light margin that a reader needs on both sides, in units of the narrowest bar. */
const quietZone = 10
const height = 60

/** A barcode for the reader at a counter, and its text below. */
export function BarcodePicture({ text }: { text: string }) {
  const code = code39(text)
  return (
    <figure className="rounded-lg bg-surface p-2 text-center">
      {code && (
        <svg
          aria-hidden="true"
          viewBox={`${-quietZone} 0 ${code.width + 2 * quietZone} ${height}`}
          preserveAspectRatio="none"
          shapeRendering="crispEdges"
          className="h-16 w-full max-w-[30rem] mx-auto"
        >
          {code.bars.map(({ at, width }) => (
            <rect key={at} x={at} width={width} height={height} />
          ))}
        </svg>
      )}
      <figcaption className="mt-1 text-sm tabular-nums [overflow-wrap:anywhere]">{text}</figcaption>
    </figure>
  )
}
