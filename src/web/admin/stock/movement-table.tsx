import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router'
import type { Movement } from '#contract/stock.ts'
import { paths } from '../../paths.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { kindNames, signed } from './movement-words.ts'

const headings = ['時間', '類型', '庫存', '已保留', '經手人', '備註', '訂單']

export function MovementTable({ movements }: { movements: Movement[] }) {
  if (movements.length === 0) return <Typography sx={{ py: 4 }}>目前無資料</Typography>
  return (
    <TableContainer>
      <Table size="small" aria-label="庫存異動">
        <TableHead>
          <TableRow>
            {headings.map((heading) => (
              <TableCell key={heading}>{heading}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {movements.map((movement) => (
            <MovementRow key={movement.id} movement={movement} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

function MovementRow({ movement }: { movement: Movement }) {
  const { at, kind, on_hand_change, held_change, on_hand, held, actor, note, order_id } = movement
  return (
    <TableRow>
      <TableCell sx={{ whiteSpace: 'nowrap' }}>{formatDateTime(at)}</TableCell>
      <TableCell>{kindNames[kind]}</TableCell>
      <TableCell>
        {on_hand} {on_hand_change !== 0 && `（${signed(on_hand_change)}）`}
      </TableCell>
      <TableCell>
        {held} {held_change !== 0 && `（${signed(held_change)}）`}
      </TableCell>
      <TableCell sx={{ overflowWrap: 'anywhere' }}>{actor}</TableCell>
      <TableCell sx={{ overflowWrap: 'anywhere' }}>{note}</TableCell>
      <TableCell>{order_id && <Link to={paths.adminOrder(order_id)}>查看訂單</Link>}</TableCell>
    </TableRow>
  )
}
