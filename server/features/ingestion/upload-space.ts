/** How much of the disk files may take until they are recorded: those of one tenant, and all of them. */
import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '@plumbline/jsonapi'

export interface SpaceLimits {
  /** Of the files of one tenant that wait to be recorded, with what was made of them to read. */
  readonly tenantBytes: number
  /** What stays free of the disk: the embedded database and the keys may lie on it too. */
  readonly freeBytes: number
}

/** Room for one file that is arriving. */
export interface Reserved {
  readonly bytes: number
  /** Why a file that is larger is refused. */
  readonly tooLarge: Problem
  release(): void
}

/** Each is a folder with files of its own, and is looked at when the next one comes. */
const mostWaiting = 1_000

export const noSpace = (): Problem =>
  new Problem(507, 'no_space', 'There is no room for the file on our side.')
const tooMuch = (): Problem =>
  new Problem(
    429,
    'too_much_waiting',
    'The files of this tenant that wait to be recorded take as much as they may. Send it when some are recorded.',
    { headers: { 'Retry-After': '60' } },
  )

export class UploadSpace {
  readonly #root: string
  readonly #limits: SpaceLimits
  /** What files that are arriving may still come to, by tenant and id. */
  readonly #arriving = new Map<string, Map<string, number>>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(root: string, limits: SpaceLimits) {
    this.#root = root
    this.#limits = limits
  }

  get freeBytes(): number {
    return this.#limits.freeBytes
  }

  /** Room for a file of at most `bytes`, or for less where less is left. Throws when there is too little of it. */
  reserve(
    tenantId: string,
    id: string,
    { bytes, isExact, tooLarge }: { bytes: number; isExact: boolean; tooLarge: Problem },
  ): Promise<Reserved> {
    // One at a time: two that look at once would both find the last room.
    const turn = this.#last.then(async (): Promise<Reserved> => {
      const ofTenant = await this.#leftOf(tenantId)
      const ofDisk = await this.#leftOnDisk()
      const left = Math.min(ofTenant, ofDisk)
      const refusal = ofDisk < ofTenant ? noSpace() : tooMuch()
      if (left <= 0 || (isExact && left < bytes)) throw refusal
      const own = this.#arriving.get(tenantId) ?? new Map<string, number>()
      this.#arriving.set(tenantId, own.set(id, Math.min(left, bytes)))
      return {
        bytes: Math.min(left, bytes),
        tooLarge: left < bytes ? refusal : tooLarge,
        release: () => {
          own.delete(id)
          if (own.size === 0) this.#arriving.delete(tenantId)
        },
      }
    })
    this.#last = turn.catch(() => {})
    return turn
  }

  /** Whether the other files of a tenant take more than they may: what is made of this one comes on top. */
  async isCrowded(tenantId: string, id: string): Promise<boolean> {
    const others = (await names(join(this.#root, tenantId))).filter((one) => one !== id)
    const sizes = await Promise.all(others.map((one) => sizeOf(join(this.#root, tenantId, one))))
    return sum(sizes) > this.#limits.tenantBytes
  }

  async #leftOf(tenantId: string): Promise<number> {
    const arriving = this.#arriving.get(tenantId)
    const waiting = (await names(join(this.#root, tenantId))).filter((id) => !arriving?.has(id))
    if (waiting.length >= mostWaiting) return 0
    const sizes = await Promise.all(waiting.map((id) => sizeOf(join(this.#root, tenantId, id))))
    return this.#limits.tenantBytes - sum(sizes) - sum(arriving?.values() ?? [])
  }

  async #leftOnDisk(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#root)
    const arriving = [...this.#arriving.values()].map((own) => sum(own.values()))
    return bavail * bsize - this.#limits.freeBytes - sum(arriving)
  }
}

const sum = (sizes: Iterable<number>): number => [...sizes].reduce((all, size) => all + size, 0)

/** Nothing for a folder that is not there, or has just gone. */
const names = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

/** Of a file, or of the files of a folder. */
async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isDirectory()) return found?.size ?? 0
  return sum(await Promise.all((await names(path)).map((name) => sizeOf(join(path, name)))))
}
