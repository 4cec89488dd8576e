/** A mail server in this process: takes what is sent to it, or refuses it. */
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Received {
  readonly from: string
  readonly to: readonly string[]
  /** As it came, with its headers. */
  readonly raw: string
  readonly subject: string
  readonly text: string
}

const unquoted = (text: string): string =>
  text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )

function readMail(from: string, to: readonly string[], raw: string): Received {
  const end = raw.indexOf('\r\n\r\n')
  const head = raw.slice(0, end)
  const body = raw.slice(end + 4)
  const isQuoted = /^content-transfer-encoding: quoted-printable/im.test(head)
  const text = (isQuoted ? unquoted(body) : body).replaceAll('\r\n', '\n')
  return { from, to, raw, subject: /^subject: (.*)$/im.exec(head)?.[1]?.trim() ?? '', text }
}

export class MailServer {
  readonly mails: Received[] = []
  /** Answers recipients with this in place of 250, while it is set. */
  refusal = ''
  /** The same for other commands, and for the end of a text. */
  refusals: Readonly<Partial<Record<'MAIL' | 'RCPT' | 'DATA' | 'TEXT', string>>> = {}
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  constructor() {
    this.#server = createServer((socket) => this.#talk(socket))
  }

  async listen(port = 0): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve))
    return this
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  #talk(socket: Socket): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    socket.on('error', () => {})
    let [from, to, buffered, isData] = ['', [] as string[], '', false]
    const say = (line: string): void => void socket.write(`${line}\r\n`)
    const line = (text: string): void => {
      const verb = text.slice(0, 4).toUpperCase()
      const refused = this.refusals[verb as 'MAIL' | 'RCPT' | 'DATA']
      if (refused) return say(refused)
      if (verb === 'EHLO' || verb === 'HELO') say('250 test')
      else if (verb === 'MAIL') [from, to] = [/<(.*?)>/.exec(text)?.[1] ?? '', []]
      else if (verb === 'RCPT' && !this.refusal) to = [...to, /<(.*?)>/.exec(text)?.[1] ?? '']
      else if (verb === 'DATA') isData = true
      if (verb === 'MAIL') say('250 ok')
      else if (verb === 'RCPT') say(this.refusal || '250 ok')
      else if (verb === 'DATA') say('354 go on')
      else if (verb === 'STAR') say('502 no encryption here')
      else if (verb === 'QUIT') socket.end('221 bye\r\n')
      else if (verb !== 'EHLO' && verb !== 'HELO') say('250 ok')
    }
    say('220 test')
    socket.on('data', (part: Buffer) => {
      buffered += part.toString('latin1')
      for (;;) {
        const mark = isData ? '\r\n.\r\n' : '\r\n'
        const at = buffered.indexOf(mark)
        if (at < 0) return
        const text = buffered.slice(0, at)
        buffered = buffered.slice(at + mark.length)
        if (!isData) line(text)
        else {
          isData = false
          const { TEXT: refused } = this.refusals
          if (refused) {
            say(refused)
            continue
          }
          this.mails.push(readMail(from, to, text.replaceAll('\r\n..', '\r\n.')))
          say('250 taken')
        }
      }
    })
  }

  /** The nth mail to an address, once it is there. */
  async mailTo(address: string, nth = 1, withinMs = 60_000): Promise<Received> {
    for (const until = Date.now() + withinMs; Date.now() < until; await sleep(20)) {
      const found = this.mails.filter(({ to }) => to.includes(address))[nth - 1]
      if (found) return found
    }
    throw new Error(`No mail number ${nth} came to ${address}.`)
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
