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
    <span className="flex items-center gap-2">
      {picture('')}
      <span className="max-w-[min(14rem,34vw)] overflow-hidden text-ellipsis">{name}</span>
    </span>
  )
}
