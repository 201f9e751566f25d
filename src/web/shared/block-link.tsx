import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'

/** Where a button of home leads: to a path of the shop, to another site, or to the products. */
export function BlockLink({
  to,
  className,
  children,
}: {
  to: string
  className: string
  children: ReactNode
}) {
  if (to.startsWith('https://')) {
    return (
      <a href={to} rel="noreferrer" className={className}>
        {children}
      </a>
    )
  }
  return (
    <Link to={to || paths.products()} className={className}>
      {children}
    </Link>
  )
}
