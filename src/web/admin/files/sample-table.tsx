import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'

/** The first rows of a file, so that a wrong encoding is seen. */
export function SampleTable({ rows }: { rows: string[][] }) {
  const [heading = [], ...lines] = rows
  return (
    <TableContainer tabIndex={0} role="region" aria-label="檔案的前五列" sx={frame}>
      <Table size="small">
        <TableHead>
          <TableRow>
            {heading.map((word, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name
              <TableCell key={column} sx={cell}>
                {word}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {lines.map((cells, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
            <TableRow key={line}>
              {heading.map((_, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name
                <TableCell key={column} sx={cell}>
                  {cells[column]}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

const frame = { mt: 2, border: 1, borderColor: 'divider', borderRadius: 1 } as const
const cell = {
  maxWidth: 220,
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
} as const
