/**
 * The data directory as the engine sees it. Its own file system ignores fsync: a commit would end in the page
 * cache of the operating system, and a power cut could leave pages of which the write-ahead log knows nothing.
 */
import { closeSync, fsyncSync, openSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Initialised = Awaited<ReturnType<NodeFS['init']>>
type Engine = Parameters<NodeFS['init']>

/** What the engine's file system knows of an open file. */
interface Stream {
  /** The descriptor of the real file. */
  readonly nfd: number
  readonly node: { readonly mode: number }
}

interface Mounts {
  readonly filesystems: { readonly NODEFS: { stream_ops: object } }
  isDir(mode: number): boolean
  readonly ErrnoError: new (errno: number) => Error
}

/** The engine's number for "input/output error", upon which it stops instead of trusting the page cache. */
const ioError = 29

export class DurableFiles extends NodeFS {
  override async init(engine: Engine[0], options: Engine[1]): Promise<Initialised> {
    const { emscriptenOpts } = await super.init(engine, options)
    const connectFsync = (module: unknown): void => {
      const { FS } = module as { FS: Mounts }
      const fsync = ({ nfd, node }: Stream): number => {
        // Windows has no fsync of a folder; it writes names in order by itself.
        if (process.platform === 'win32' && FS.isDir(node.mode)) return 0
        try {
          fsyncSync(nfd)
        } catch {
          throw new FS.ErrnoError(ioError)
        }
        return 0
      }
      Object.assign(FS.filesystems.NODEFS.stream_ops, { fsync })
    }
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [connectFsync, ...(emscriptenOpts.preRun ?? [])],
      },
    }
  }
}

/**
 * The engine's copy of pages, which it fills with zeros at its start; the operating system keeps the files in memory too.
 * The default of 128 MB takes 100 MB more and makes no list of 30,000 findings faster (Node 24.21, 2026-11-30).
 */
export const pageCache: readonly string[] = ['-c', 'shared_buffers=32MB']

/**
 * The library starts the engine with `-F`, fsync off. `fsync` instead of `fdatasync` for the write-ahead log,
 * because the engine's `fdatasync` does nothing.
 */
export const durableStart: readonly string[] = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  // The log that a checkpoint keeps for the next one. The default keeps a gigabyte of it.
  '-c',
  'min_wal_size=32MB',
  '-c',
  'max_wal_size=64MB',
  ...pageCache,
]

function flush(path: string, flags: string): void {
  const handle = openSync(path, flags)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Makes the names in a folder safe: of what was made, renamed or removed there. */
export function flushFolder(path: string): void {
  if (process.platform !== 'win32') flush(path, 'r')
}

/** Every file and folder under `path`, files first, that was written while nothing waited for the disk. */
export function flushTree(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name)
    if (entry.isDirectory()) flushTree(inner)
    else if (entry.isFile()) flush(inner, 'r+')
  }
  flushFolder(path)
}

/** Bytes of all files under `path`; files deleted meanwhile count as 0. */
export function sizeOf(path: string): number {
  const entries = readdirSync(path, { withFileTypes: true })
  return entries.reduce((sum, entry) => {
    const inner = join(path, entry.name)
    if (entry.isDirectory()) return sum + sizeOf(inner)
    return sum + (statSync(inner, { throwIfNoEntry: false })?.size ?? 0)
  }, 0)
}
