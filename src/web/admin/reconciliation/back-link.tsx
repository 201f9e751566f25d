import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import { paths } from '../../paths.ts'

export function BackToReconciliation() {
  return (
    <Link
      component={RouterLink}
      to={paths.adminReconciliation()}
      color="inherit"
      sx={{ py: 1, alignSelf: 'flex-start' }}
    >
      回到對帳
    </Link>
  )
}
