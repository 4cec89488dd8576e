/** Files of archives and images in memory, and tar archives of them that depend on nothing but the files. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { gzipSync } from 'node:zlib'
import { packTar, unpackTar } from 'modern-tar'

export interface Entry {
  /** Relative, with `/`. */
  readonly path: string
  /** Permission bits. */
  readonly mode: number
  /** Owner and group; root if not given. */
  readonly owner?: number
  /** Exactly one of these, or neither for a folder. */
  readonly content?: Uint8Array
  readonly link?: string
}

export const file = (path: string, content: Uint8Array | string, mode = 0o644): Entry => ({
  path,
  mode,
  content: Buffer.from(content),
})

export const folder = (path: string, mode = 0o755, owner = 0): Entry => ({ path, mode, owner })

export const link = (path: string, to: string): Entry => ({ path, mode: 0o777, link: to })

/** The files below a folder of the disk; files that can be executed stay so, and no one but the owner can write. */
export const filesIn = (source: string, keep: (path: string) => boolean = () => true): Entry[] =>
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => keep(path) && statSync(join(source, path)).isFile())
    .map((path) => {
      const isProgram = (statSync(join(source, path)).mode & 0o111) !== 0
      return file(path, readFileSync(join(source, path)), isProgram ? 0o755 : 0o644)
    })

export const below = (prefix: string, entries: readonly Entry[]): Entry[] =>
  entries.map((entry) => ({ ...entry, path: posix.join(prefix, entry.path) }))

/** Readers of images refuse a path that comes twice, and a file before its folder. */
function withFolders(entries: readonly Entry[]): readonly Entry[] {
  const all = new Map<string, Entry>()
  for (const entry of entries) {
    if (all.has(entry.path)) throw new Error(`${entry.path} is twice in an archive.`)
    all.set(entry.path, entry)
  }
  for (const { path } of entries)
    for (let up = posix.dirname(path); up !== '.'; up = posix.dirname(up))
      if (!all.has(up)) all.set(up, folder(up))
  return [...all.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** A tar archive, sorted, of one time and without names of owners. */
export async function tar(entries: readonly Entry[], mtime: Date): Promise<Buffer> {
  const packed = await packTar(
    withFolders(entries).map(({ path, mode, owner = 0, content, link: linkname }) => {
      const shared = { mode, uid: owner, gid: owner, uname: '', gname: '', mtime }
      if (content)
        return {
          header: { ...shared, name: path, size: content.length, type: 'file' },
          body: content,
        }
      if (linkname !== undefined)
        return { header: { ...shared, name: path, size: 0, type: 'symlink', linkname } }
      return { header: { ...shared, name: `${path}/`, size: 0, type: 'directory' } }
    }),
  )
  return Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength)
}

/** zlib writes no name and no time. */
export const zipped = (bytes: Uint8Array): Buffer => gzipSync(bytes, { level: 9 })

/** The entries of a tar archive. */
export async function untar(bytes: Uint8Array): Promise<Entry[]> {
  const entries = await unpackTar(bytes, { strict: true })
  return entries.map(({ header, data }) => ({
    path: posix.normalize(header.name).replace(/\/$/, ''),
    mode: header.mode ?? 0,
    owner: header.uid ?? 0,
    ...(header.type === 'symlink' && { link: header.linkname ?? '' }),
    ...(header.type === 'file' && { content: data ?? Buffer.alloc(0) }),
  }))
}
