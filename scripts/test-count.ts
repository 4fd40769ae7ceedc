import { existsSync, readFileSync } from 'node:fs'

/**
 * Prints the closing line of a whole run, `N passed, N failed`, from what the two test runners have written down.
 * The argument is the exit status of the run: a run that failed elsewhere (lint, types, build …) counts as one failure.
 */
const status = Number(process.argv[2] ?? 0)
const counts = [unitTests(), browserTests()]
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
for (const { again } of counts)
  if (again > 0) console.log(`${again} of them only at the second attempt; each is a fault to be found`)
console.log(`${passed} passed, ${failed === 0 && status !== 0 ? 1 : failed} failed`)

type Count = { passed: number; failed: number; again: number }

function unitTests(): Count {
  type Report = {
    numPassedTests: number
    numFailedTests: number
    testResults: { status: string; assertionResults: { status: string }[] }[]
  }
  const report = read<Report>('test-results/unit.json')
  if (!report) return { passed: 0, failed: 0, again: 0 }
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
  )
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length, again: 0 }
}

function browserTests(): Count {
  type Report = { stats: { expected: number; unexpected: number; flaky: number }; errors: unknown[] }
  const report = read<Report>('test-results/e2e.json')
  if (!report) return { passed: 0, failed: 0, again: 0 }
  const { expected, unexpected, flaky } = report.stats
  return { passed: expected + flaky, failed: unexpected + report.errors.length, again: flaky }
}

function read<Report>(path: string): Report | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Report) : undefined
}
