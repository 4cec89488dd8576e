/** Everything of a version that is published, into `release/`, with checksums. */
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Archive, buildArchive } from './archive.ts'
import { type Bundle, packageName } from './bundle.ts'
import { type BuiltImage, buildImage, imageArchive } from './image.ts'
import { pack } from './npm.ts'
import { type Platform, platforms } from './program.ts'
import { billOfMaterials } from './sbom.ts'
import { sourceOf } from './source.ts'
import { below, filesIn, tar, zipped } from './tree.ts'

export interface Output {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}

export const sumsName = 'SHA256SUMS'

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

/** The npm package and its bill of materials. */
async function writePackage(folder: string, bundle: string): Promise<Output[]> {
  const path = await pack(bundle, folder)
  const billName = basename(path).replace('.tgz', '.cdx.json')
  copyFileSync(join(bundle, 'sbom.cdx.json'), join(folder, billName))
  return [basename(path), billName].map((name) =>
    written(folder, name, readFileSync(join(folder, name))),
  )
}

/** The Helm chart as Helm packs it. */
export async function writeChart(
  folder: string,
  { version }: Pick<Bundle, 'version'>,
): Promise<Output> {
  const chart = join(import.meta.dirname, '../../ship/chart')
  const entries = below('plumbline', filesIn(chart))
  const packed = zipped(await tar(entries, sourceOf().created))
  return written(folder, `plumbline-chart-${version}.tgz`, packed)
}

/** All files of a release into a folder, and the list of their checksums that `sha256sum --check` reads. */
export async function writeRelease(
  folder: string,
  bundle: string,
  made: Bundle,
): Promise<Output[]> {
  mkdirSync(folder, { recursive: true })
  const outputs = [
    ...(await writePackage(folder, bundle)),
    ...(await writeArchives(folder, bundle, made)).outputs,
    ...(await writeImages(folder, bundle, made)).outputs,
    await writeChart(folder, made),
  ].toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const lines = outputs.map(({ name, sha256 }) => `${sha256}  ${name}\n`)
  writeFileSync(join(folder, sumsName), lines.join(''))
  return outputs
}
