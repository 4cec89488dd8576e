/**
 * The container image, as an OCI archive, from files with known checksums: without a container engine and without root.
 * It has no shell and no package manager, runs as user 65532, and works with a read-only root.
 */
import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Component } from './components.ts'
import { type DebianPackage, debianPackages } from './inputs.ts'
import { bundleFiles, installedFiles, nodeFiles, type Platform } from './program.ts'
import { below, type Entry, file, folder, link, tar, untar, zipped } from './tree.ts'

/** The user and group of the process, and the owner of `/data`. */
export const imageUser = 65_532

export interface ImageOrder {
  /** The folder of the bundle. */
  readonly bundle: string
  readonly version: string
  /** The commit. */
  readonly revision: string
  /** Of all files. */
  readonly created: Date
}

interface Blob {
  readonly mediaType: string
  readonly digest: string
  readonly size: number
}

export interface BuiltImage {
  readonly platform: Platform
  readonly manifest: Blob
  readonly blobs: ReadonlyMap<string, Uint8Array>
  /** Bytes of all layers, and packed. */
  readonly unpacked: number
  readonly packed: number
  /** Beside those of the bundle. */
  readonly components: readonly Component[]
}

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Debian's packages have a part of their files in `/lib`, which is a link to `/usr/lib` in the image. */
const merged = (entry: Entry): Entry =>
  /^lib(64)?\//.test(entry.path) ? { ...entry, path: `usr/${entry.path}` } : entry

/** Shared libraries and copyright files; not what converts texts, checks links or draws graphs. */
const isOfBase = (path: string): boolean =>
  (/^usr\/lib(64)?\/.*\.so(\.[\d.]+)?$/.test(path) && !/\/(gconv|audit)\//.test(path)) ||
  /^usr\/share\/doc\/[^/]+\/copyright$/.test(path)

function baseFiles(packages: readonly DebianPackage[]): Entry[] {
  const user = `plumbline:x:${imageUser}:${imageUser}:plumbline:/tmp:/sbin/nologin`
  return [
    ...['bin', 'lib', 'lib64', 'sbin'].map((name) => link(name, `usr/${name}`)),
    ...['dev', 'proc', 'sys', 'run', 'usr/bin', 'usr/sbin', 'usr/lib', 'usr/lib64'].map((path) =>
      folder(path),
    ),
    folder('tmp', 0o1777),
    folder('data', 0o700, imageUser),
    file('etc/passwd', `root:x:0:0:root:/root:/sbin/nologin\n${user}\n`),
    file('etc/group', `root:x:0:\nplumbline:x:${imageUser}:\n`),
    file('etc/nsswitch.conf', 'passwd: files\ngroup: files\nhosts: files dns\n'),
    file(
      'etc/os-release',
      'ID=debian\nVERSION_ID="12"\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n',
    ),
    // Scanners of images read here which packages are installed.
    ...packages.map(({ name, control }) => file(`var/lib/dpkg/status.d/${name}`, control)),
    ...packages
      .flatMap(({ files }) => files.map(merged))
      .filter(({ path, content, link: to }) => isOfBase(path) && (content ?? to) !== undefined)
      .map((entry) => ({ ...entry, mode: entry.mode & 0o755, owner: 0 })),
  ]
}

const debianComponent = ({ name, version, files }: DebianPackage): Component => ({
  name,
  version,
  license: 'LicenseRef-Debian',
  text: Buffer.from(
    files.find(({ path }) => path === `usr/share/doc/${name}/copyright`)?.content ?? [],
  ).toString(),
  notice: '',
  source: `https://tracker.debian.org/pkg/${name}`,
  purl: `pkg:deb/debian/${name}@${encodeURIComponent(version)}?distro=debian-12`,
})

/** From the least to the most often changed: an upgrade downloads the last one only. */
async function layersOf(
  { bundle }: ImageOrder,
  platform: Platform,
): Promise<{ layers: readonly (readonly Entry[])[]; components: readonly Component[] }> {
  const debian = await debianPackages(platform.architecture ?? '')
  const node = await nodeFiles(platform)
  if (!node) throw new Error(`There is no Node for an image of ${platform.name}.`)
  const installed = await installedFiles(bundle, platform)
  return {
    layers: [
      baseFiles(debian),
      [
        file('usr/local/bin/node', node.program, 0o755),
        file('usr/local/share/doc/node/LICENSE', node.license),
      ],
      below('opt/plumbline/node_modules', installed.files),
      below('opt/plumbline', bundleFiles(bundle)),
    ],
    components: [...debian.map(debianComponent), node.component, ...installed.components],
  }
}

/** The root of the image, without packing it. */
export const imageFiles = async (order: ImageOrder, platform: Platform): Promise<Entry[]> =>
  (await layersOf(order, platform)).layers.flat()

const layerNames = ['libraries', 'Node', 'installed packages', 'Plumbline'] as const

const layerType = 'application/vnd.oci.image.layer.v1.tar+gzip'
const configType = 'application/vnd.oci.image.config.v1+json'
const manifestType = 'application/vnd.oci.image.manifest.v1+json'
const indexType = 'application/vnd.oci.image.index.v1+json'

function imageConfig(
  { version, revision, created }: ImageOrder,
  { architecture }: Platform,
  layers: readonly Uint8Array[],
): object {
  const at = isoSeconds(created)
  return {
    created: at,
    architecture,
    os: 'linux',
    config: {
      User: `${imageUser}:${imageUser}`,
      Env: [
        'PATH=/usr/local/bin:/usr/bin:/bin',
        'NODE_ENV=production',
        'HOST=0.0.0.0',
        'PORT=8080',
        'DATA_DIR=/data',
        'HOME=/tmp',
      ],
      Entrypoint: ['/usr/local/bin/node', '/opt/plumbline/bin/plumbline.cjs'],
      Cmd: ['serve'],
      ExposedPorts: { '8080/tcp': {} },
      Volumes: { '/data': {} },
      WorkingDir: '/data',
      StopSignal: 'SIGTERM',
      Labels: {
        'org.opencontainers.image.title': 'Plumbline',
        'org.opencontainers.image.version': version,
        'org.opencontainers.image.revision': revision,
        'org.opencontainers.image.created': at,
        'org.opencontainers.image.licenses': 'Apache-2.0',
      },
    },
    rootfs: { type: 'layers', diff_ids: layers.map((bytes) => `sha256:${hash(bytes)}`) },
    history: layerNames.map((comment) => ({ created: at, created_by: 'npm run image', comment })),
  }
}

const isoSeconds = (date: Date): string => date.toISOString().replace('.000', '')

/** The image for one platform. */
export async function buildImage(order: ImageOrder, platform: Platform): Promise<BuiltImage> {
  const { layers: files, components } = await layersOf(order, platform)
  const layers: Buffer[] = []
  for (const entries of files) layers.push(await tar(entries, order.created))
  const blobs = new Map<string, Uint8Array>()
  const add = (bytes: Uint8Array, mediaType: string): Blob => {
    blobs.set(hash(bytes), bytes)
    return { mediaType, digest: `sha256:${hash(bytes)}`, size: bytes.length }
  }
  const addJson = (value: object, type: string): Blob =>
    add(Buffer.from(JSON.stringify(value)), type)
  const config = addJson(imageConfig(order, platform, layers), configType)
  const packed = layers.map((bytes) => add(zipped(bytes), layerType))
  const manifest = addJson(
    { schemaVersion: 2, mediaType: manifestType, config, layers: packed },
    manifestType,
  )
  const sum = (sizes: readonly number[]): number => sizes.reduce((all, size) => all + size, 0)
  return {
    platform,
    manifest,
    blobs,
    unpacked: sum(layers.map(({ length }) => length)),
    packed: sum(packed.map(({ size }) => size)),
    components,
  }
}

interface Manifest {
  readonly config: Blob
  readonly layers: readonly Blob[]
}

const blobPath = ({ digest }: Blob): string => posix.join('blobs', digest.replace(':', '/'))

/**
 * Images of one version as an OCI archive. With one platform it also has the older list of Docker, which `docker load`
 * before version 25 reads. The name is of the whole image, because podman does not add one to a tag.
 */
export function imageArchive(
  images: readonly BuiltImage[],
  { version, created }: Pick<ImageOrder, 'version' | 'created'>,
): Promise<Buffer> {
  const name = `plumbline:${version}`
  const blobs = new Map(images.flatMap((image) => [...image.blobs]))
  const add = (value: object, mediaType: string): Blob => {
    const bytes = Buffer.from(JSON.stringify(value))
    blobs.set(hash(bytes), bytes)
    return { mediaType, digest: `sha256:${hash(bytes)}`, size: bytes.length }
  }
  const manifests = images.map(({ manifest, platform: { architecture } }) => ({
    ...manifest,
    platform: { architecture, os: 'linux' },
  }))
  const annotations = { 'org.opencontainers.image.ref.name': name }
  const index = (of: readonly object[]): object => ({
    schemaVersion: 2,
    mediaType: indexType,
    manifests: of,
  })
  const [one] = manifests
  const top =
    manifests.length === 1
      ? index([{ ...one, annotations }])
      : index([{ ...add(index(manifests), indexType), annotations }])
  return tar(
    [
      file('oci-layout', JSON.stringify({ imageLayoutVersion: '1.0.0' })),
      file('index.json', JSON.stringify(top)),
      ...(images.length === 1 ? images.map((image) => dockerList(image, name)) : []),
      ...[...blobs].map(([digest, bytes]) => file(`blobs/sha256/${digest}`, bytes)),
    ],
    created,
  )
}

function dockerList({ manifest, blobs }: BuiltImage, name: string): Entry {
  const bytes = blobs.get(manifest.digest.replace('sha256:', '')) ?? Buffer.alloc(0)
  const { config, layers } = JSON.parse(Buffer.from(bytes).toString()) as Manifest
  const list = [{ Config: blobPath(config), RepoTags: [name], Layers: layers.map(blobPath) }]
  return file('manifest.json', JSON.stringify(list))
}

const parsed = <T>(bytes: Uint8Array | undefined): T =>
  JSON.parse(Buffer.from(bytes ?? []).toString()) as T

const archivedFiles = async (archive: Uint8Array): Promise<Map<string, Uint8Array | undefined>> =>
  new Map((await untar(archive)).map((entry) => [entry.path, entry.content]))

/** The digest by which a registry knows the image of an archive. */
export async function imageDigest(archive: Uint8Array): Promise<string> {
  const files = await archivedFiles(archive)
  return parsed<{ manifests: readonly [Blob] }>(files.get('index.json')).manifests[0].digest
}

/** The root of an image of one platform, as files of all layers, from its archive. Checks each digest. */
export async function imageRoot(archive: Uint8Array): Promise<{
  readonly config: { readonly User: string; readonly Env: readonly string[] }
  readonly files: readonly Entry[]
}> {
  const entries = await archivedFiles(archive)
  const blob = (about: Blob): Uint8Array => {
    const bytes = entries.get(blobPath(about))
    if (!bytes || bytes.length !== about.size || `sha256:${hash(bytes)}` !== about.digest)
      throw new Error(`The archive does not have ${about.digest}.`)
    return bytes
  }
  const { manifests } = parsed<{ manifests: readonly [Blob] }>(entries.get('index.json'))
  const { config, layers } = parsed<Manifest>(blob(manifests[0]))
  const files: Entry[] = []
  for (const layer of layers) files.push(...(await untar(gunzipSync(blob(layer)))))
  const about = parsed<{ config: { User: string; Env: string[] }; rootfs: { diff_ids: string[] } }>(
    blob(config),
  )
  return { config: about.config, files }
}
