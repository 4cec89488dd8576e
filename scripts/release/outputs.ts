/** Everything of a version that is published, into `release/`, with checksums. */
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Archive, buildArchive } from './archive.ts'
import { type Bundle, packageName } from './bundle.ts'
import { type BuiltImage, buildImage, imageArchive } from './image.ts'
import { type Platform, platforms } from './program.ts'
import { billOfMaterials } from './sbom.ts'
import { sourceOf } from './source.ts'

export interface Output {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}

function written(folder: string, name: string, bytes: Uint8Array | string): Output {
  mkdirSync(folder, { recursive: true })
  const content = Buffer.from(bytes)
  writeFileSync(join(folder, name), content)
  const sha256 = createHash('sha256').update(content).digest('hex')
  return { name, bytes: content.length, sha256 }
}

const bill = (
  { version, components }: Bundle,
  others: Archive['components'],
  name = packageName,
): string =>
  billOfMaterials({
    name,
    version,
    license: 'Apache-2.0',
    components: [
      ...new Map(
        [...components, ...others].map((one) => [`${one.name}@${one.version}`, one]),
      ).values(),
    ],
  })

/** Image archives and their bills of materials: one for each platform, and one of all of them. */
export async function writeImages(
  folder: string,
  bundle: string,
  made: Bundle,
  wanted: readonly Platform[] = platforms.filter(({ architecture }) => architecture),
): Promise<{ outputs: Output[]; images: BuiltImage[] }> {
  const order = { bundle, version: made.version, ...sourceOf() }
  const images: BuiltImage[] = []
  const outputs: Output[] = []
  for (const platform of wanted) {
    const image = await buildImage(order, platform)
    const name = `plumbline-${made.version}-${platform.architecture}`
    images.push(image)
    outputs.push(
      written(folder, `${name}.oci.tar`, await imageArchive([image], order)),
      written(folder, `${name}.oci.cdx.json`, bill(made, image.components, 'plumbline')),
    )
  }
  if (images.length > 1) {
    const all = await imageArchive(images, order)
    outputs.push(written(folder, `plumbline-${made.version}.oci.tar`, all))
  }
  return { outputs, images }
}

/** Archives of all platforms, with their bills of materials. */
export async function writeArchives(
  folder: string,
  bundle: string,
  made: Bundle,
): Promise<{ outputs: Output[]; archives: Archive[] }> {
  const archives: Archive[] = []
  const outputs: Output[] = []
  for (const platform of platforms) {
    const order = { bundle, version: made.version, ...sourceOf() }
    const archive = await buildArchive(order, platform)
    const billName = archive.name.replace('.tar.gz', '.cdx.json')
    archives.push(archive)
    outputs.push(
      written(folder, archive.name, archive.bytes),
      written(folder, billName, bill(made, archive.components, 'plumbline')),
    )
  }
  return { outputs, archives }
}
