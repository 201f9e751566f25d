import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { countPlaywright, countVitest } from './count-tests.mjs'

/** @param {unknown} content */
function report(content) {
  const folder = mkdtempSync(join(tmpdir(), 'minmin-report-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'report.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const passed = { status: 'passed', fullName: 'adds' }
const passedFile = { name: 'a.test.ts', status: 'passed', assertionResults: [passed] }
const error = ['AssertionError: expected 2 to be 1', '', '    at b.test.ts:3:1'].join('\n')
const failed = { status: 'failed', fullName: 'takes away', failureMessages: [error] }
const failedFile = { name: 'b.test.ts', status: 'failed', assertionResults: [passed, failed] }
const brokenFile = {
  name: 'c.test.ts',
  status: 'failed',
  message: 'no such file',
  assertionResults: [],
}

test('tests of Vitest are counted, those that failed named with their error, and a file that does not load is a failure', () => {
  const path = report({
    numPassedTests: 5,
    numFailedTests: 1,
    testResults: [passedFile, failedFile, brokenFile],
  })
  expect(countVitest(path, false)).toEqual({
    passed: 5,
    failed: 2,
    failures: [
      'c.test.ts\n    no such file',
      'b.test.ts > takes away\n    AssertionError: expected 2 to be 1\n        at b.test.ts:3:1',
    ],
  })
})

test('journeys are counted', () => {
  const path = report({ stats: { expected: 7, unexpected: 2, flaky: 0, skipped: 1 } })
  expect(countPlaywright(path, false)).toEqual({ passed: 7, failed: 2 })
})

test('a stage that fails without a failed test is a failure all the same', () => {
  const whole = report({ numPassedTests: 5, numFailedTests: 0, testResults: [passedFile] })
  expect(countVitest(whole, true)).toMatchObject({ passed: 5, failed: 0 })
  expect(countVitest(whole, false)).toMatchObject({ passed: 5, failed: 1 })
  expect(countPlaywright('/nowhere/report.json', true)).toEqual({ passed: 0, failed: 1 })
  expect(countPlaywright(report('{"stats":'), true)).toEqual({ passed: 0, failed: 1 })
})
