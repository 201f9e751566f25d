import type { ComponentProps } from 'react'
import { encode } from 'uqr'

interface QrCodeProps extends Omit<ComponentProps<'svg'>, 'children' | 'viewBox'> {
  text: string
  /** The accessible name. */
  label: string
  /** In pixels, with the margin. */
  size: number
  /** In modules; readers want four where the paper around it is not white. */
  margin?: number
}

/** A QR code as one path, black on white whatever the theme is: cameras want the contrast. */
export function QrCode({ text, label, size, margin = 4, ...rest }: QrCodeProps) {
  const code = encode(text, { border: margin, ecc: 'M' })
  const dark = code.data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${code.size} ${code.size}`}
      width={size}
      height={size}
      shapeRendering="crispEdges"
      {...rest}
    >
      <path fill="#fff" d={`M0 0h${code.size}v${code.size}h-${code.size}z`} />
      <path fill="#000" d={dark.join('')} />
    </svg>
  )
}
