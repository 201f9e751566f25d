import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './lib/project.mjs'

it('the dashboard asks for metrics that the shop has (METRICS-02)', () => {
  const dashboard = readFileSync(join(root, 'deploy/grafana/minmin.json'), 'utf8')
  const checklist = readFileSync(join(root, 'docs/checklist-run.md'), 'utf8')
  const asked = [...new Set(dashboard.match(/\bminmin_[a-z_]+/g))]
  expect(asked.length).toBeGreaterThan(8)
  const unknown = asked.filter((name) => !checklist.includes(`\`${name.replace(/_bucket$/, '')}\``))
  expect(unknown).toEqual([])
  expect(JSON.parse(dashboard).panels).toHaveLength(7)
})
