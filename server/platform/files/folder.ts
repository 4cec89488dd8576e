import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  bounded,
  FileMissing,
  type FileName,
  type Files,
  type StoredFile,
  StoreFull,
} from './files.ts'

/** Makes what was written to a file, or the names in a folder, outlast a power cut. */
export type Flush = (path: string) => Promise<void>

const flushToDisk: Flush = async (path) => {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const isMissing = (error: unknown): boolean => (error as { code?: string }).code === 'ENOENT'
const known = (error: unknown): unknown =>
  /^(ENOSPC|EDQUOT)$/.test((error as { code?: string }).code ?? '')
    ? new StoreFull('The disk is full.', { cause: error })
    : error

/** Files of a folder that all processes share, or that one process has; readable only by the server's user. */
export class FolderFiles implements Files {
  readonly #root: string
  readonly #flush: Flush

  constructor(root: string, flush: Flush = flushToDisk) {
    this.#root = root
    this.#flush = flush
  }

  async put(
    name: FileName,
    content: AsyncIterable<Uint8Array>,
    maxBytes = Number.POSITIVE_INFINITY,
  ): Promise<number> {
    const path = this.#path(name)
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const target = createWriteStream(path, { mode: 0o600, flags: 'wx' })
      const closed = new Promise<void>((resolve) => target.once('close', () => resolve()))
      try {
        await pipeline(bounded(content, maxBytes), target)
      } finally {
        await closed
      }
      await this.#sync(path)
      return target.bytesWritten
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST') await this.remove(name)
      throw known(error)
    }
  }

  async *open(name: FileName, from = 0): AsyncGenerator<Buffer> {
    const source = createReadStream(this.#path(name), { start: from, highWaterMark: 262_144 })
    try {
      yield* source as AsyncIterable<Buffer>
    } catch (error) {
      if (!isMissing(error)) throw error
      throw new FileMissing(`There is no file ${this.#path(name)}.`)
    } finally {
      source.destroy()
    }
  }

  /** Clients cannot read a folder: the server reads it for them. */
  async link(): Promise<null> {
    return null
  }

  async remove({ tenantId, id, part }: Omit<FileName, 'part'> & { part?: string }): Promise<void> {
    const folder = join(this.#root, tenantId, id)
    if (part !== undefined) await rm(join(folder, part), { force: true })
    const hasOtherParts = part !== undefined && (await namesIn(folder)).length > 0
    if (!hasOtherParts) await rm(folder, { recursive: true, force: true })
  }

  async list(tenantId?: string): Promise<StoredFile[]> {
    const tenants = tenantId === undefined ? await namesIn(this.#root) : [tenantId]
    const found: StoredFile[] = []
    for (const tenant of tenants)
      for (const id of await namesIn(join(this.#root, tenant)))
        for (const part of await namesIn(join(this.#root, tenant, id))) {
          const name = { tenantId: tenant, id, part }
          const facts = await stat(this.#path(name)).catch(() => undefined) // it may have just been removed
          if (facts) found.push({ ...name, bytes: facts.size, changedMs: facts.mtimeMs })
        }
    return found
  }

  /** There is nothing that `list` does not show. */
  async removeUnfinished(): Promise<void> {}

  async freeBytes(): Promise<number> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 })
    const { bavail, bsize } = await statfs(this.#root)
    return bavail * bsize
  }

  #path({ tenantId, id, part }: FileName): string {
    return join(this.#root, tenantId, id, part)
  }

  /** The file itself, then each folder on the way to it, since any of them may be new. */
  async #sync(file: string): Promise<void> {
    await this.#flush(file)
    if (process.platform === 'win32') return // it has no fsync of a folder
    for (let path = dirname(file); path.length >= this.#root.length; path = dirname(path))
      await this.#flush(path)
  }
}

/** Empty for a missing folder. */
const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])
