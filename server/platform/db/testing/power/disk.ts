/**
 * What a disk may contain after a power cut. A write is in the page cache until its file is fsynced; of what was not,
 * each 4 KiB page reaches the disk or does not, on its own, in any state that it had since. Names are kept by a
 * journal: of the changes to a folder that were not made safe, the first so many are there. An fsync of a file makes
 * its own name safe too, as every file system with a journal does.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Operation } from './recorder.ts'

const pageBytes = 4096
/** States of one page that are remembered between two fsyncs, the newest. */
const mostStates = 8

/** How much of what was not safe is lost: all of it, none, or each part by chance. */
export type Loss = 'all' | 'none' | 'some'

/** Bytes that grow, at the price of a copy each time that they have doubled. */
class Bytes {
  #buffer = Buffer.alloc(0)
  size = 0

  get all(): Buffer {
    return this.#buffer.subarray(0, this.size)
  }

  resize(size: number): void {
    if (size > this.#buffer.length) {
      const buffer = Buffer.alloc(Math.max(size, 2 * this.#buffer.length))
      this.all.copy(buffer)
      this.#buffer = buffer
    } else if (size < this.size) this.#buffer.fill(0, size, this.size)
    this.size = size
  }

  /** Zeros behind the end. */
  page(page: number): Buffer {
    const bytes = Buffer.alloc(pageBytes)
    bytes.set(this.all.subarray(page * pageBytes, (page + 1) * pageBytes))
    return bytes
  }
}

class File {
  readonly #live = new Bytes()
  readonly #safe = new Bytes()
  readonly #pages = new Map<number, Buffer[]>()
  #sizes: number[] = []

  write(at: number, data: Uint8Array): void {
    this.#resize(Math.max(this.#live.size, at + data.length))
    this.#live.all.set(data, at)
    this.#markChanged(at, at + data.length)
  }

  truncate(size: number): void {
    const before = this.#live.size
    this.#resize(size)
    this.#markChanged(Math.min(before, size), Math.max(before, size))
  }

  #resize(size: number): void {
    if (size === this.#live.size) return
    this.#live.resize(size)
    this.#sizes.push(size)
  }

  #markChanged(from: number, to: number): void {
    for (let page = Math.floor(from / pageBytes); page * pageBytes < to; page += 1) {
      const states = this.#pages.get(page) ?? []
      states.push(this.#live.page(page))
      if (states.length > mostStates) states.shift()
      this.#pages.set(page, states)
    }
  }

  fsync(): void {
    this.#safe.resize(this.#live.size)
    for (const page of this.#pages.keys()) {
      const at = page * pageBytes
      if (at < this.#safe.size) this.#live.all.copy(this.#safe.all, at, at, at + pageBytes)
    }
    this.#pages.clear()
    this.#sizes = []
  }

  after(loss: Loss, random: () => number): Buffer {
    const size = choose([this.#safe.size, ...this.#sizes], loss, random)
    const image = Buffer.alloc(size)
    this.#safe.all.copy(image)
    for (const [page, states] of this.#pages) {
      if (page * pageBytes >= size) continue
      choose([this.#safe.page(page), ...states], loss, random).copy(image, page * pageBytes)
    }
    return image
  }
}

/** The first is what was safe, the last is what was there. */
function choose<T>(states: readonly T[], loss: Loss, random: () => number): T {
  const at = { all: 0, none: states.length - 1, some: Math.floor(random() * states.length) }[loss]
  return states[at] as T
}

type Entry = File | Folder
interface Change {
  readonly entry: Entry
  make(names: Map<string, Entry>): void
}

class Folder {
  readonly live = new Map<string, Entry>()
  #safe = new Map<string, Entry>()
  #changes: Change[] = []

  change(change: Change): void {
    change.make(this.live)
    this.#changes.push(change)
  }

  fsync(): void {
    this.#safe = new Map(this.live)
    this.#changes = []
  }

  /** Makes the changes safe up to the last one that is about an entry. */
  addEntry(entry: Entry): void {
    const last = this.#changes.findLastIndex((change) => change.entry === entry)
    for (const change of this.#changes.splice(0, last + 1)) change.make(this.#safe)
  }

  after(loss: Loss, random: () => number): ReadonlyMap<string, Entry> {
    const counts = Array.from({ length: this.#changes.length + 1 }, (_, n) => n)
    const names = new Map(this.#safe)
    for (const change of this.#changes.slice(0, choose(counts, loss, random))) change.make(names)
    return names
  }
}

/** A disk with one folder, to which operations happen. */
export class Disk {
  readonly #root: string
  readonly #top = new Folder()
  readonly #open = new Map<number, { entry: Entry; path: string }>()

  constructor(root: string) {
    this.#root = root
  }

  #parts(path: string): string[] {
    return relative(this.#root, path)
      .split('/')
      .filter((part) => part !== '')
  }

  /** The folders on the way to a path, from the top, and its last name. */
  #way(path: string): { folders: Folder[]; name: string } {
    const parts = this.#parts(path)
    const name = parts.pop() ?? ''
    const folders = [this.#top]
    for (const part of parts) {
      const next = folders.at(-1)?.live.get(part)
      if (!(next instanceof Folder)) throw new Error(`${path} is in no folder.`)
      folders.push(next)
    }
    return { folders, name }
  }

  #entry(path: string): Entry {
    const { folders, name } = this.#way(path)
    const entry = name === '' ? this.#top : folders.at(-1)?.live.get(name)
    if (!entry) throw new Error(`${path} was not made.`)
    return entry
  }

  #change(
    path: string,
    entry: Entry,
    make: (names: Map<string, Entry>, name: string) => void,
  ): void {
    const { folders, name } = this.#way(path)
    folders.at(-1)?.change({ entry, make: (names) => make(names, name) })
  }

  #fsync({ entry, path }: { entry: Entry; path: string }): void {
    entry.fsync()
    const { folders, name } = this.#way(path)
    const chain: Entry[] = name === '' ? folders : [...folders, entry]
    for (const [at, one] of chain.entries()) {
      const parent = chain[at - 1]
      if (parent instanceof Folder) parent.addEntry(one)
    }
  }

  apply(operation: Operation, data: Uint8Array): void {
    switch (operation.op) {
      case 'create':
      case 'mkdir': {
        const made = operation.op === 'create' ? new File() : new Folder()
        this.#change(operation.path, made, (names, name) => names.set(name, made))
        return
      }
      case 'unlink':
      case 'rmdir':
        this.#change(operation.path, this.#entry(operation.path), (names, name) =>
          names.delete(name),
        )
        return
      case 'rename':
        this.#rename(operation.from, operation.to)
        return
      case 'open':
        this.#open.set(operation.fd, { entry: this.#entry(operation.path), path: operation.path })
        return
      case 'close':
        this.#open.delete(operation.fd)
        return
      case 'said':
        return
    }
    const open = this.#open.get(operation.fd)
    if (!open) throw new Error(`${operation.fd} is no open file.`)
    if (operation.op === 'fsync') this.#fsync(open)
    else if (open.entry instanceof Folder) throw new Error(`${open.path} is a folder.`)
    else if (operation.op === 'write') open.entry.write(operation.at, data)
    else if (operation.op === 'truncate') open.entry.truncate(operation.size)
  }

  /** Both are in one folder, and the journal keeps both halves or neither. */
  #rename(from: string, to: string): void {
    if (dirname(from) !== dirname(to)) throw new Error(`${from} was moved to another folder.`)
    const entry = this.#entry(from)
    const name = this.#parts(to).at(-1) ?? ''
    this.#change(from, entry, (names, old) => {
      names.delete(old)
      names.set(name, entry)
    })
    for (const open of this.#open.values())
      if (open.path === from || open.path.startsWith(`${from}/`))
        open.path = to + open.path.slice(from.length)
  }

  /** Writes what is left after a cut at this moment. */
  cut(folder: string, loss: Loss, random: () => number): void {
    const write = (entry: Entry, path: string): void => {
      if (entry instanceof File) return writeFileSync(path, entry.after(loss, random))
      mkdirSync(path, { recursive: true })
      for (const [name, inner] of entry.after(loss, random)) write(inner, join(path, name))
    }
    write(this.#top, folder)
  }
}
