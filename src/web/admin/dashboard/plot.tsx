import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { formatMoney } from '#contract/money.ts'
import type { SalesReport } from '#contract/reports.ts'
import { pointLabel } from './point-label.ts'

interface PlotProps {
  title: string
  report: SalesReport
  of: 'orders' | 'received' | 'refunded'
  isMoney?: boolean
}

/** A bar a point; the same numbers stand in a table. */
export function Plot({ title, report, of, isMoney = false }: PlotProps) {
  const [isTable, setIsTable] = useState(false)
  const id = useId()
  const { unit } = report.range
  const points = report.points.map((point) => ({
    label: pointLabel(point.at, unit),
    value: point[of],
  }))
  const text = (value: number) => (isMoney ? formatMoney(value) : value.toLocaleString('zh-TW'))
  return (
    <Paper variant="outlined" component="section" aria-labelledby={id} sx={{ p: 2, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Typography id={id} variant="h3">
          {title}
        </Typography>
        <Button
          color="inherit"
          aria-expanded={isTable}
          onClick={() => setIsTable(!isTable)}
          sx={{ minHeight: 44 }}
        >
          檢視表格
        </Button>
      </Box>
      <Bars points={points} title={title} text={text} />
      {isTable && <PointTable points={points} title={title} text={text} />}
    </Paper>
  )
}

interface PointsProps {
  title: string
  points: { label: string; value: number }[]
  text: (value: number) => string
}

const width = 300
const height = 120

function Bars({ points, title, text }: PointsProps) {
  const values = points.map(({ value }) => value)
  const top = Math.max(1, ...values)
  const bottom = Math.min(0, ...values)
  const y = (value: number) => ((top - value) / (top - bottom)) * height
  const step = width / points.length
  const most = Math.max(0, ...values)
  return (
    <>
      <Box sx={scale}>最高 {text(most)}</Box>
      <Box
        component="svg"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}，共 ${points.length} 點，最高 ${text(most)}`}
        sx={{ display: 'block', width: '100%', height, color: 'primary.main' }}
      >
        {points.map(({ label, value }, index) => (
          <rect
            key={label}
            x={index * step + step * 0.1}
            width={step * 0.8}
            y={Math.min(y(value), y(0))}
            height={Math.abs(y(value) - y(0))}
            fill="currentColor"
          >
            <title>{`${label} ${text(value)}`}</title>
          </rect>
        ))}
        <line
          x1="0"
          x2={width}
          y1={y(0)}
          y2={y(0)}
          stroke="#8a8178"
          vectorEffect="non-scaling-stroke"
        />
      </Box>
      <Box sx={{ ...scale, display: 'flex', justifyContent: 'space-between', mt: 0.5 }}>
        <span>{points[0]?.label}</span>
        <span>{points.at(-1)?.label}</span>
      </Box>
    </>
  )
}

function PointTable({ points, title, text }: PointsProps) {
  return (
    <Box
      sx={{ mt: 1, maxHeight: 320, overflowY: 'auto' }}
      tabIndex={0}
      role="region"
      aria-label={`${title}的表格`}
    >
      <Table size="small" aria-label={title}>
        <TableHead>
          <TableRow>
            <TableCell>時間</TableCell>
            <TableCell align="right">{title}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {points.map(({ label, value }) => (
            <TableRow key={label}>
              <TableCell>{label}</TableCell>
              <TableCell align="right">{text(value)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  )
}

const scale = {
  fontSize: '0.8125rem',
  color: 'text.secondary',
  fontVariantNumeric: 'tabular-nums',
} as const
