import { logoSize } from '#contract/uploads.ts'

interface Props {
  /** Empty: none. */
  logo: string
  name: string
  /** Beside the logo. */
  showsName?: boolean | undefined
  className?: string
}

/** The logo of a shop, or its name, or both. */
export function ShopLogo({ logo, name, showsName = false, className }: Props) {
  const size = logoSize(logo)
  if (!size) return name
  const { width, height } = size
  const picture = (alt: string) => (
    <img src={logo} alt={alt} width={width} height={height} className={className} />
  )
  if (!showsName) return picture(name)
  return (
    <span className="flex min-w-0 items-center gap-2">
      {picture('')}
      <span className="max-w-56 min-w-0 overflow-hidden text-ellipsis">{name}</span>
    </span>
  )
}
