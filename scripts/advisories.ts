/**
 * `npm run advisories`: whether a shipped dependency has a vulnerability known for longer than SECURITY.md allows.
 * Exits with 0 if a database was queried and has none, 1 if there is one, and 2 with a message if none could be
 * queried.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { judgeAdvisories, type Pending } from './check-advisories.ts'

/** Holes that cannot be mended today. */
const pending: readonly Pending[] = []

const printed = await new Promise<string>((resolve) => {
  const options = {
    cwd: join(import.meta.dirname, '..'),
    maxBuffer: 64 * 2 ** 20,
    timeout: 120_000,
    shell: process.platform === 'win32', // npm is a script there
  }
  // It exits with 1 for a hole as for a failure; what it printed shows which.
  execFile('npm', ['audit', '--json', '--omit=dev', '--audit=true'], options, (_, text) =>
    resolve(text),
  )
})
const { asked, problems, notes } = judgeAdvisories(printed, pending, Date.now())
if (asked) {
  for (const line of [...problems, ...notes]) process.stdout.write(`${line}\n`)
  process.stdout.write(
    problems.length === 0
      ? 'No dependency that ships has an overdue advisory.\n'
      : `${problems.length} advisories need action.\n`,
  )
  process.exitCode = problems.length === 0 ? 0 : 1
} else {
  process.stdout.write('NOT ASKED: no database of advisories answers at this registry.\n')
  process.exitCode = 2
}
