/** Process namespaces as containers have them: a process has the ID 1 in it and sees no other. */
import { spawnSync } from 'node:child_process'
import type { TestContext } from 'node:test'

const asRoot = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']

/** A command line that runs the one after it as process 1 of a new namespace. */
export const asProcessOne: readonly string[] = [
  'unshare',
  ...asRoot,
  '--pid',
  '--fork',
  '--kill-child',
  '--mount-proc',
]

const [command = '', ...options] = asProcessOne
const isPermitted = spawnSync(command, [...options, 'true']).status === 0

/** Skips a test where namespaces are not permitted, and returns false; in CI it throws. */
export function hasNamespaces(test: TestContext): boolean {
  if (isPermitted) return true
  if (process.env['CI']) throw new Error('unshare cannot create a process namespace here.')
  test.skip('unshare cannot create a process namespace here')
  return false
}
