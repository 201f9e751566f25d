import { readFileSync } from 'node:fs'

/**
 * `names`: the tests that failed.
 *
 * @typedef {{ passed: number, failed: number, names?: string[] }} Count
 */

/**
 * @typedef {{ name: string, status: string,
 *   assertionResults: { status: string, fullName: string }[] }} VitestFile
 * @typedef {{ numPassedTests: number, numFailedTests: number, testResults: VitestFile[] }} VitestReport
 */

/**
 * What Vitest's JSON report says. A file that could not be run has no failed test, and counts as one.
 *
 * @param {string} report
 * @param {boolean} succeeded
 */
export function countVitest(report, succeeded) {
  return settle(succeeded, () => {
    /** @type {VitestReport} */
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
    const failed = testResults.map((file) => ({
      ...file,
      tests: file.assertionResults.filter((test) => test.status === 'failed'),
    }))
    const broken = failed.filter(({ status, tests }) => status === 'failed' && tests.length === 0)
    return {
      passed: numPassedTests,
      failed: numFailedTests + broken.length,
      names: [
        ...broken.map(({ name }) => name),
        ...failed.flatMap(({ name, tests }) => tests.map((test) => `${name} > ${test.fullName}`)),
      ],
    }
  })
}

/**
 * What Playwright's JSON report says.
 *
 * @param {string} report
 * @param {boolean} succeeded
 */
export function countPlaywright(report, succeeded) {
  return settle(succeeded, () => {
    const { stats } = JSON.parse(readFileSync(report, 'utf8'))
    // With no retries (but in CI) there are no flaky ones; the list reporter names those there are.
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected }
  })
}

/**
 * A stage that failed without a failed test (it crashed, or left no report) counts as one failure.
 *
 * @param {boolean} succeeded
 * @param {() => Count} read
 * @returns {Count}
 */
function settle(succeeded, read) {
  try {
    const count = read()
    return succeeded ? count : { ...count, failed: Math.max(1, count.failed) }
  } catch {
    return { passed: 0, failed: 1 }
  }
}
