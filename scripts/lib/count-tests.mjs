import { readFileSync } from 'node:fs'

/**
 * `failures`: the tests that failed, each with the first lines of its error.
 *
 * @typedef {{ passed: number, failed: number, failures?: string[] }} Count
 */

const linesOfError = 6

/**
 * @typedef {{ name: string, status: string, message?: string,
 *   assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }} VitestFile
 * @typedef {{ numPassedTests: number, numFailedTests: number, testResults: VitestFile[] }} VitestReport
 */

/**
 * Counts of Vitest's JSON report. A file that could not be run has no failed test, and counts as one.
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
      failures: [
        ...broken.map(({ name, message }) => withError(name, message)),
        ...failed.flatMap(({ name, tests }) =>
          tests.map(({ fullName, failureMessages }) =>
            withError(`${name} > ${fullName}`, failureMessages?.[0]),
          ),
        ),
      ],
    }
  })
}

/** @param {string} name @param {string} [error] */
function withError(name, error = '') {
  const lines = error.split('\n').slice(0, linesOfError)
  return [name, ...lines.filter((line) => line.trim())].join('\n    ')
}

/**
 * Counts of Playwright's JSON report.
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
