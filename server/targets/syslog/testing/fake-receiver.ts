/** A receiver of syslog over TLS, on loopback. */
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { createSecureContext, TLSSocket } from 'node:tls'
import { makeSigner } from '@plumbline/scanner/testing/certificates'
import { frames, type ReadMessage, readMessage } from './read-cef.ts'

/** What it does to the next connections; `deaf` accepts and reads nothing. */
export type Mishap = 'reset' | 'deaf' | { readonly resetAfter: number }

export class FakeReceiver {
  readonly messages: ReadMessage[] = []
  readonly mishaps: Mishap[] = []
  /** What it does to a connection that no mishap waits for. */
  failing: () => Mishap | undefined = () => undefined
  /** What was wrong with what was sent. */
  readonly complaints: string[] = []
  /** Its certificate, which is its own authority. */
  readonly ca: string
  readonly #server: Server
  readonly #open = new Set<Socket>()

  private constructor() {
    const { privateKey, certificate } = makeSigner(2_048, 'localhost')
    const lines = certificate.match(/.{1,64}/g)?.join('\n') ?? ''
    this.ca = `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
    const secureContext = createSecureContext({ key: privateKey, cert: this.ca })
    this.#server = createServer({ allowHalfOpen: true }, (raw) => {
      raw.on('error', () => {})
      this.#open.add(raw)
      raw.on('close', () => this.#open.delete(raw))
      // TLS over a stream of JavaScript leaves the TCP socket to us, so that it can be reset.
      const stream = Duplex.from({ readable: raw, writable: raw })
      const socket = new TLSSocket(stream, { isServer: true, secureContext })
      socket.on('error', () => {})
      socket.on('secure', () => this.#accept(socket, raw))
    })
  }

  static async start(): Promise<FakeReceiver> {
    const receiver = new FakeReceiver()
    await new Promise<void>((done) => receiver.#server.listen(0, '127.0.0.1', done))
    return receiver
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy()
    await new Promise((done) => this.#server.close(done))
  }

  #accept(socket: TLSSocket, raw: Socket): void {
    const mishap = this.mishaps.shift() ?? this.failing()
    // As the kernel does when a process ends with unread data; `destroy` alone would close the connection normally.
    const reset = (): void => {
      raw.resetAndDestroy()
      socket.destroy()
    }
    if (mishap === 'deaf') return void socket.pause()
    if (mishap === 'reset') return reset()
    let received = Buffer.alloc(0)
    let bytes = 0
    socket.on('data', (data: Buffer) => {
      bytes += data.length
      if (typeof mishap === 'object' && bytes > mishap.resetAfter) return reset()
      try {
        const { messages, rest } = frames(Buffer.concat([received, data]))
        received = Buffer.from(rest)
        this.messages.push(...messages.map(readMessage))
      } catch (error) {
        this.complaints.push(String(error))
        socket.destroy()
      }
    })
    socket.on('end', () => socket.end())
  }
}
