/**
 * `npm run test:earlier`: the last version on the schema of this one, as after `migrate` or a rollback. It runs the last
 * version's tests of PostgreSQL with the migrations of this version. Its tests of the schema's text are left out.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { earlierClone, isThere, lastVersion } from '../cli/testing/earlier.ts'
import { differs } from './test-postgres.ts'

const migrations = 'server/platform/db/migrations'
const root = join(import.meta.dirname, '..')

if (!isThere(lastVersion))
  throw new Error(`The commit ${lastVersion.commit} is missing. Fetch the history of the clone.`)
const clone = earlierClone(lastVersion, '-new-schema')
rmSync(join(clone, migrations), { recursive: true })
cpSync(join(root, migrations), join(clone, migrations), { recursive: true })
const parts = differs.filter((part) => part !== 'server/platform/db/' && part !== 'scripts/')
process.stdout.write(`The tests of ${lastVersion.commit} on the schema of this version.\n`)
const args = ['run', '--silent', 'test:postgres', '--', ...parts]
const { status } = spawnSync('npm', args, { cwd: clone, stdio: 'inherit' })
process.exitCode = status ?? 1
