/** The image under test for this machine: the built one of a release, or the same files from the sources. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { packageName } from '../bundle.ts'
import { type ImageOrder, imageFiles, imageRoot } from '../image.ts'
import { type Platform, platforms } from '../program.ts'
import { sourceOf } from '../source.ts'
import type { Entry } from '../tree.ts'
import { currentVersion } from '../version.ts'
import { builtFile } from './built.ts'

export const bundle = join(process.env['PLUMBLINE_TEST_RELEASE'] ?? '', 'node_modules', packageName)

const ofThisMachine = platforms.find(({ name }) => name === `${process.platform}-${process.arch}`)

/** The platform of this machine; throws if there is no image for it. */
export function platform(): Platform {
  assert.ok(ofThisMachine, 'There is no image for this machine.')
  return ofThisMachine
}

export const builtImage = builtFile(`${ofThisMachine?.architecture}.oci.tar`)

export const order: ImageOrder = builtImage
  ? { bundle, version: currentVersion(join(import.meta.dirname, '../../..')), ...sourceOf() }
  : { bundle, version: '1.2.3', revision: 'a'.repeat(40), created: new Date(0) }

/** The root of the image. From the sources it is not packed, which takes most of the time of a build. */
export const filesOfImage = async (): Promise<readonly Entry[]> =>
  builtImage ? (await imageRoot(builtImage.bytes)).files : imageFiles(order, platform())

const isPermitted = spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status === 0

/** Why the image cannot run here; in CI, the tests that run it fail instead. */
export const cannotRun =
  !isPermitted && process.env['CI'] === undefined && 'This user may not unshare.'
