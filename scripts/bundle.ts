/** `npm run bundle [folder]`: the bundle of a release, into release/package. */
import { readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeBundle } from './release/bundle.ts'

process.env['NODE_ENV'] = 'production'
const startedMs = performance.now()
const [folder = 'release/package'] = process.argv.slice(2)
const { version, components } = await makeBundle(resolve(folder))
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((name) => statSync(join(folder, name)))
  .filter((stat) => stat.isFile())
const bytes = files.reduce((sum, { size }) => sum + size, 0)
process.stdout.write(
  `${folder} is Plumbline ${version}: ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB, ` +
    `${components.length} packages of others (${((performance.now() - startedMs) / 1_000).toFixed(1)} s).\n`,
)
