import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import { paths } from '../../paths.ts'

/** The order of an invoice, by its number alone. */
export function OrderLink({ id, number }: { id: string; number: string }) {
  return (
    <Link component={RouterLink} to={paths.adminOrder(id)} color="inherit">
      {number}
    </Link>
  )
}
