import assert from 'node:assert/strict'
import type { StreamSocket } from '@plumbline/sse'
import type { RightsChange } from '../../tenancy/index.ts'
import type { Credential } from './rights.ts'

const event = /"secret":"([^"]+)","resource":"([^"]+)","n":(\d+)/g
const closing = /event: stream\.error\ndata: \{"code":"(\w+)"/

/** A listener's socket that reads every byte as it is written, and knows what may be in it. */
export class ModelListener implements StreamSocket {
  readonly credential: Credential
  readonly resources: readonly string[]
  readonly writableLength = 0
  destroyed = false
  ended = false
  closeCode: string | undefined
  /** Its right ended at some time since it connected. */
  wasEnded = false
  readonly #clock: { now: () => number }
  readonly #received: () => void
  readonly #pending = new Map<string, number[]>()
  readonly #onClose: (() => void)[] = []
  #endsBy = Number.POSITIVE_INFINITY
  #endedAt = 0

  constructor(
    credential: Credential,
    resources: readonly string[],
    clock: { now: () => number },
    received: () => void,
  ) {
    this.credential = credential
    this.resources = resources
    this.#clock = clock
    this.#received = received
    for (const resource of resources) this.#pending.set(resource, [])
  }

  write(bytes: Buffer): boolean {
    const wire = bytes.toString('latin1')
    const now = this.#clock.now()
    for (const [, secret, resource = '', n] of wire.matchAll(event)) {
      assert.equal(secret, this.credential.secret, 'a byte of another tenant')
      const pending = this.#pending.get(resource)
      assert.ok(pending, `an event of ${resource}, which was not asked for`)
      assert.ok(now <= this.#endsBy, `an event ${now - this.#endsBy} ms after the bound`)
      assert.ok(now < this.credential.identity.expiresAt * 1_000, 'an event after the expiry')
      assert.equal(Number(n), pending.shift(), 'an event lost, doubled or out of order')
      this.#received()
    }
    this.closeCode ??= closing.exec(wire)?.[1]
    return true
  }

  /** Sent while it listens: it gets the event, or the reason why its stream ended. */
  expects(tenantId: string, resource: string, n: number): void {
    if (tenantId === this.credential.identity.tenantId) this.#pending.get(resource)?.push(n)
  }

  checkComplete(): void {
    for (const [resource, pending] of this.#pending)
      assert.deepEqual(pending, [], `events of ${resource} were not heard`)
  }

  /** Its right has ended. */
  endsBy(moment: number): void {
    if (this.#endsBy !== Number.POSITIVE_INFINITY) return
    this.wasEnded = true
    this.#endedAt = this.#clock.now()
    this.#endsBy = moment
  }

  /** A notice that ends without asking does so even if the right came back meanwhile. */
  mayEnd(tenantId: string, notice: RightsChange): void {
    const { identity } = this.credential
    const isUser = 'user' in notice && notice.user === identity.userId
    const isKey = 'credential' in notice && notice.credential === identity.credentialId
    if (isUser || isKey || (notice.kind === 'tenant' && tenantId === identity.tenantId))
      this.wasEnded = true
  }

  /** It has the right again, or still. */
  restored(): void {
    this.#endsBy = Number.POSITIVE_INFINITY
  }

  prolong(bound: number): void {
    if (this.#endsBy !== Number.POSITIVE_INFINITY)
      this.#endsBy = Math.max(this.#endsBy, this.#endedAt + bound)
  }

  /** A stream without a right is not only silent: it is closed. */
  checkBounds(): void {
    const over = this.#clock.now() - this.#endsBy
    assert.ok(over <= 3_000, `a stream is open ${over} ms after the bound`)
  }

  end(): void {
    this.ended = true
    this.destroy()
  }
  destroy(): void {
    if (this.destroyed) return
    this.destroyed = true
    this.ended = true
    for (const run of this.#onClose) run()
  }
  on(name: 'drain' | 'close' | 'error', run: () => void): void {
    if (name === 'close') this.#onClose.push(run)
  }
}
