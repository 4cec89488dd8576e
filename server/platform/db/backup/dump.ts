/** A dump: a gzipped archive of the data directory, with `plumbline.json`, which lists its expected contents. */
import { createHash } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  createWriteStream,
  type Dirent,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { differences, type Facts, factsOf, factsQuery } from './facts.ts'
import { inspect } from './inspect.ts'
import { archiveEnd, fileEntry, folderEntry, textEntry, unpack } from './tar.ts'

export interface Manifest {
  readonly version: 1
  readonly taken_at: string
  /** The newest migration of the database. */
  readonly shape: string
  readonly facts: Facts
}

/** What is known once the files are copied. */
export interface Ending {
  readonly manifest: Manifest
  /** The backup label of the engine: where recovery starts. */
  readonly label: string
  /** Names of the first and the last file of the write-ahead log that recovery needs. */
  readonly firstSegment: string
  readonly lastSegment: string
}

/** Why a file cannot be restored from; one sentence. */
export class BadDump extends Error {
  override name = 'BadDump'
}

const manifestName = 'plumbline.json'
const root = 'database'

/** An open file, or undefined for one that the engine has removed meanwhile. */
function opened(path: string): number | undefined {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function* file(path: string, name: string): Generator<Buffer> {
  const handle = opened(path)
  if (handle === undefined) return
  try {
    yield* fileEntry(name, handle, fstatSync(handle).size)
  } finally {
    closeSync(handle)
  }
}

function listed(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** All files except those of the running engine and the write-ahead log, which is last. */
function* folder(path: string, name: string): Generator<Buffer> {
  yield folderEntry(name)
  for (const entry of listed(path)) {
    const [inner, innerName] = [join(path, entry.name), `${name}/${entry.name}`]
    if (entry.isDirectory()) yield* folder(inner, innerName)
    else if (entry.isFile() && !/^(postmaster\.|backup_label)/.test(entry.name))
      if (name !== `${root}/pg_wal`) yield* file(inner, innerName)
  }
}

async function* archive(
  directory: string,
  copied: () => Promise<Ending>,
  rowsEnded: () => void,
): AsyncGenerator<Buffer> {
  yield* folder(directory, root)
  const { label, manifest, firstSegment, lastSegment } = await copied()
  yield textEntry(`${root}/backup_label`, label)
  const segments = listed(join(directory, 'pg_wal')).map(({ name }) => name)
  for (const name of segments.filter((one) => /^[0-9A-F]{24}$/.test(one)).toSorted())
    if (name >= firstSegment && name <= lastSegment)
      yield* file(join(directory, 'pg_wal', name), `${root}/pg_wal/${name}`)
  rowsEnded()
  yield textEntry(manifestName, JSON.stringify(manifest))
  yield archiveEnd()
}

/**
 * Copies a data directory that the engine is at work in. `copied` is called when all files but the write-ahead log
 * are read, and reports how it ends; `rowsEnded` when the log is read too. Fast rather than small: the log grows
 * meanwhile.
 */
export async function writeDump(
  path: string,
  directory: string,
  copied: () => Promise<Ending>,
  rowsEnded: () => void,
): Promise<void> {
  const bytes = Readable.from(archive(directory, copied, rowsEnded), { objectMode: false })
  await pipeline(
    bytes,
    createGzip({ level: 1 }),
    createWriteStream(path, { mode: 0o600, flush: true }),
  )
}

/**
 * Unpacks a dump into `scratch`, which must not be there, and reads the whole of it; `<scratch>/database` is a
 * database then that was shut down. Throws BadDump.
 */
export async function verifyDump(
  path: string,
  scratch: string,
): Promise<{ readonly manifest: Manifest; readonly sha256: string }> {
  const hash = createHash('sha256')
  try {
    const hashing = async function* (bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of bytes) {
        hash.update(chunk)
        yield chunk
      }
    }
    await pipeline(
      createReadStream(path),
      hashing,
      createGunzip(),
      (bytes: AsyncIterable<Buffer>) => unpack(bytes, scratch),
    )
    const manifestFile = join(scratch, manifestName)
    const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest
    rmSync(manifestFile)
    const tables = Object.keys(manifest.facts).filter((name) => name.startsWith('"'))
    const facts = factsOf(await inspect(join(scratch, root), factsQuery(tables)))
    const [different] = differences(manifest.facts, facts)
    if (different !== undefined) {
      const [expected, found] = [manifest.facts[different], facts[different]]
      throw new Error(`it should have ${expected} of ${different}, and has ${found}`)
    }
    return { manifest, sha256: hash.digest('hex') }
  } catch (error) {
    throw new BadDump(`The dump ${path} is damaged: ${(error as Error).message}.`)
  }
}
