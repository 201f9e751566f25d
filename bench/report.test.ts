import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { median, percentile, saveReport, table } from './report.ts'

describe('a report', () => {
  it('is kept under its day and name', () => {
    const file = saveReport('proof', '# Proof', mkdtempSync(join(tmpdir(), 'minmin-results-')))
    expect(file).toMatch(/\/\d{4}-\d\d-\d\d-proof\.md$/)
    expect(readFileSync(file, 'utf8')).toBe('# Proof\n')
  })

  it('is a table with its numbers to the right', () => {
    expect(table(['what', 'n'], [['cart', '12']])).toBe(
      ['| what |   n |', '| ---- | --: |', '| cart |  12 |'].join('\n'),
    )
  })

  it('has medians and percentiles', () => {
    expect(median([3, 1, 2])).toBe(2)
    expect(median([4, 1, 2, 3])).toBe(2.5)
    expect(percentile([1, 2, 3, 4], 0.99)).toBe(4)
    expect(percentile([1, 2, 3, 4], 0.5)).toBe(3)
  })
})
