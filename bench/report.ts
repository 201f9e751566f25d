import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
export const resultsFolder = join(root, 'bench/results')

/** The date, the commit and the machine of a measurement. */
export function provenance(): string[] {
  const git = (...args: string[]) => {
    try {
      return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
    } catch {
      return ''
    }
  }
  const isChanged = git('status', '--porcelain', '--', 'src', 'migrations') !== ''
  const commit = git('rev-parse', '--short', 'HEAD') || 'unknown'
  const memory = Math.round(totalmem() / 1024 ** 3)
  return [
    `- ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, commit ${commit}${isChanged ? ' with changes' : ''}`,
    `- ${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${memory} GB, ${platform()} ${release()}, Node ${process.versions.node}`,
    `- load of the machine when it ended: ${loadavg()[0]?.toFixed(1)}`,
  ]
}

/** A table that reads as text and as Markdown: the first column to the left, the others right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(3, ...[title, ...rows.map((row) => row[column] ?? '')].map(({ length }) => length)),
  )
  const line = (cells: readonly string[]) =>
    `| ${widths
      .map((width, column) => {
        const cell = cells[column] ?? ''
        return column === 0 ? cell.padEnd(width) : cell.padStart(width)
      })
      .join(' | ')} |`
  const rule = widths.map((width, column) => '-'.repeat(width - 1) + (column === 0 ? '-' : ':'))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}

/** Saves a report under its date, and returns the path of the file. */
export function saveReport(name: string, text: string, folder: string = resultsFolder): string {
  mkdirSync(folder, { recursive: true })
  const day = new Date().toISOString().slice(0, 10)
  const file = join(folder, `${day}-${name}.md`)
  writeFileSync(file, text.endsWith('\n') ? text : `${text}\n`)
  return file
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const upper = sorted[Math.floor(middle)] ?? Number.NaN
  if (sorted.length % 2 === 1) return upper
  return (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/** The quantile: the value below which `share` of all values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
