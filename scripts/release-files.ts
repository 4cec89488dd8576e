/**
 * `npm run release:files`: every file of a release, built from the sources into release/<version>, with their checksums
 * in SHA256SUMS. `npm run release` runs it in two clones.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeBundle } from './release/bundle.ts'
import { writeRelease } from './release/outputs.ts'

process.env['NODE_ENV'] = 'production'
const folder = join(import.meta.dirname, '../release')
const bundle = join(folder, 'package')
const made = await makeBundle(bundle)
const target = join(folder, made.version)
rmSync(target, { recursive: true, force: true })
for (const { name, bytes, sha256 } of await writeRelease(target, bundle, made))
  process.stdout.write(`${sha256}  ${name} (${(bytes / 1e6).toFixed(1)} MB)\n`)
