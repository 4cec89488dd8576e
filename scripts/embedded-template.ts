/**
 * Prints the path of an initialized embedded database for tests, and creates it if missing. Initializing takes seconds
 * and 600 MB, so it happens once, in a separate process.
 */
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { migrations } from '../server/platform/db/migrate.ts'
import { migratedDirectory } from './release/template.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'node_modules', '.cache', 'plumbline')

const versionOf = (name: string): string =>
  (
    JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')) as {
      version: string
    }
  ).version

/** The inputs of the template; a changed input changes its name. */
const parts = [
  readFileSync(import.meta.filename, 'utf8'),
  readFileSync(join(import.meta.dirname, 'release', 'template.ts'), 'utf8'),
  versionOf('@electric-sql/pglite'),
  ...migrations().map(({ name, checksum }) => `${name} ${checksum}`),
]
const name = `template-${createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 16)}.tar`
const file = join(folder, name)

if (!existsSync(file)) {
  process.stderr.write('Making the template of the embedded database (once, a few seconds) …\n')
  const dumped = await migratedDirectory(Date.now())
  mkdirSync(folder, { recursive: true })
  for (const old of readdirSync(folder)) {
    if (old.startsWith('template-')) rmSync(join(folder, old))
  }
  // Renamed into place: a run beside this one never reads half a template.
  const partial = join(folder, `${process.pid}.partial`)
  writeFileSync(partial, dumped)
  renameSync(partial, file)
}
process.stdout.write(file)
