import { logoSize } from '#contract/uploads.ts'

interface Props {
  /** Empty: none. */
  logo: string
  name: string
  className?: string
}

/** The logo of a shop, or its name. */
export function ShopLogo({ logo, name, className }: Props) {
  const size = logoSize(logo)
  if (!size) return name
  return <img src={logo} alt={name} width={size.width} height={size.height} className={className} />
}
