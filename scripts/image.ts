/**
 * `npm run image [-- --arch amd64]`: container images of this version as OCI archives, into release/. Files of others
 * are fetched once, into release/inputs. Requires `dpkg-deb`.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeBundle } from './release/bundle.ts'
import { writeImages } from './release/outputs.ts'
import { platforms } from './release/program.ts'

const { values } = parseArgs({ options: { arch: { type: 'string' } } })
const wanted = platforms.filter(
  ({ architecture }) => architecture && architecture === (values.arch ?? architecture),
)
if (wanted.length === 0) throw new Error(`There is no image for ${values.arch}.`)
process.env['NODE_ENV'] = 'production'
const folder = join(import.meta.dirname, '../release')
const bundle = join(folder, 'package')
const made = await makeBundle(bundle)
const { outputs, images } = await writeImages(folder, bundle, made, wanted)
const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
for (const { platform, unpacked, packed } of images)
  process.stdout.write(`${platform.architecture}: ${mb(unpacked)}, packed ${mb(packed)}\n`)
for (const { name, bytes, sha256 } of outputs)
  process.stdout.write(`${sha256}  ${name} (${mb(bytes)})\n`)
