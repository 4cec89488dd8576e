/** How much files may take until they are recorded: those of one tenant, and all of them. */
import { Problem } from '@plumbline/jsonapi'
import type { Files } from '../../platform/files/index.ts'

export interface SpaceLimits {
  /** Of the files of one tenant that wait to be recorded, with what was made of them to read. */
  readonly tenantBytes: number
  /** What stays free of a disk: the embedded database and the keys may be on it too. */
  readonly freeBytes: number
}

/** Space for one file that is arriving. */
export interface Reserved {
  readonly bytes: number
  /** Called before bytes are written. Throws 507 when the disk has no room for them. */
  arrived(bytes: number): Promise<void>
  /** Why a file that is larger is refused. */
  readonly tooLarge: Problem
  release(): void
}

/** An upload reserves at most this much disk space ahead of the bytes sent. */
const stepBytes = 64 * 2 ** 20

/** A file that is arriving. */
interface Arriving {
  /** What it may come to. */
  readonly bytes: number
  /** Reserved disk space that is not written yet. */
  ahead: number
}

/** All of a tenant are looked at when the next one comes. */
const mostWaiting = 1_000

export const noSpace = (): Problem =>
  new Problem(507, 'no_space', 'The server does not have enough disk space for the file.')
const tooMuch = (): Problem =>
  new Problem(
    429,
    'too_much_waiting',
    'The files of this tenant that wait to be recorded have reached the size limit. Upload the file when some of them are recorded.',
    { headers: { 'Retry-After': '60' } },
  )

export class UploadSpace {
  readonly #files: Files
  readonly #limits: SpaceLimits
  /** By tenant and id. */
  readonly #arriving = new Map<string, Map<string, Arriving>>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(files: Files, limits: SpaceLimits) {
    this.#files = files
    this.#limits = limits
  }

  /**
   * Space for a file of at most `bytes`, or for less where less remains. A tenant's share is reserved whole, which
   * affects that tenant alone; the disk, which all share, in steps as bytes arrive. Throws when there is too little.
   */
  reserve(
    tenantId: string,
    id: string,
    { bytes, isExact, tooLarge }: { bytes: number; isExact: boolean; tooLarge: Problem },
  ): Promise<Reserved> {
    return this.#inTurn(async () => {
      const ofTenant = await this.#remainingOf(tenantId)
      const ofStore = await this.#remainingInStore()
      const remaining = Math.min(ofTenant, ofStore)
      const refusal = ofStore < ofTenant ? noSpace() : tooMuch()
      if (remaining <= 0 || (isExact && remaining < bytes)) throw refusal
      const own = this.#arriving.get(tenantId) ?? new Map<string, Arriving>()
      const most = Math.min(ofTenant, bytes)
      const file: Arriving = { bytes: most, ahead: Math.min(most, stepBytes, ofStore) }
      this.#arriving.set(tenantId, own.set(id, file))
      return {
        bytes: most,
        tooLarge: ofTenant < bytes ? tooMuch() : tooLarge,
        arrived: async (count) => {
          if (file.ahead < count) await this.#inTurn(() => this.#extend(file, count))
          file.ahead -= count
        },
        release: () => {
          own.delete(id)
          if (own.size === 0) this.#arriving.delete(tenantId)
        },
      }
    })
  }

  /** One at a time: two that look at once would both find the last space. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => {})
    return turn
  }

  async #extend(file: Arriving, count: number): Promise<void> {
    const remaining = await this.#remainingInStore()
    if (file.ahead + remaining < count) throw noSpace()
    file.ahead += Math.min(Math.max(stepBytes, count), remaining)
  }

  /** Whether the other files of a tenant take more than they may: what is made of this one comes on top. */
  async isCrowded(tenantId: string, id: string): Promise<boolean> {
    const others = (await this.#files.list(tenantId)).filter((one) => one.id !== id)
    return sum(others.map(({ bytes }) => bytes)) > this.#limits.tenantBytes
  }

  async #remainingOf(tenantId: string): Promise<number> {
    const arriving = this.#arriving.get(tenantId)
    const found = await this.#files.list(tenantId)
    const waiting = found.filter(({ id }) => !arriving?.has(id))
    if (new Set(waiting.map(({ id }) => id)).size >= mostWaiting) return 0
    const sizes = waiting.map(({ bytes }) => bytes)
    return (
      this.#limits.tenantBytes -
      sum(sizes) -
      sum([...(arriving?.values() ?? [])].map(({ bytes }) => bytes))
    )
  }

  async #remainingInStore(): Promise<number> {
    const free = await this.#files.freeBytes()
    if (free === null) return Number.POSITIVE_INFINITY
    const arriving = [...this.#arriving.values()].flatMap((own) => [...own.values()])
    return free - this.#limits.freeBytes - sum(arriving.map(({ ahead }) => ahead))
  }
}

const sum = (sizes: Iterable<number>): number => [...sizes].reduce((all, size) => all + size, 0)
