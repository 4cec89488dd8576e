/** `session.ts` in a browser that tests in Node control. */
import type { TestContext } from 'node:test'
import type * as session from '../session.ts'

/** A request that the page sent. */
interface Sent {
  readonly path: string
  readonly body: unknown
}

type Answers = Readonly<Record<string, readonly [status: number, attributes?: object]>>

export interface FakePage {
  readonly session: typeof session
  readonly sent: readonly Sent[]
  readonly stored: ReadonlyMap<string, string>
  reloads(): number
  /** Another tab of the browser sends a token; resolves when the page has received it. */
  receive(token: string): Promise<void>
}

/** The time of expiry of all tokens of a test, in seconds since 1970. */
const exp = Math.floor(Date.now() / 1_000) + 900

export const tokenOf = (sub: string, tenant_id: string): string =>
  `e30.${Buffer.from(JSON.stringify({ exp, sub, tenant_id })).toString('base64url')}.x`

let pages = 0

/** Opens a page. Its requests are answered by their paths, with a status and the attributes of the data; others with 404. */
export async function fakePage(t: TestContext, answers: Answers = {}): Promise<FakePage> {
  const channels: BroadcastChannel[] = []
  const stored = new Map<string, string>()
  const sent: Sent[] = []
  let reloads = 0
  const fakes = {
    BroadcastChannel: class extends BroadcastChannel {
      constructor(name: string) {
        super(name)
        channels.push(this)
      }
    },
    location: { reload: () => (reloads += 1) },
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
    fetch: async (url: string, { body }: RequestInit = {}) => {
      const path = url.replace('/api/v1', '')
      sent.push({ path, body: typeof body === 'string' ? JSON.parse(body) : undefined })
      const [status, attributes] = answers[path] ?? [404]
      return Response.json({ data: { attributes } }, { status })
    },
  }
  for (const [name, value] of Object.entries(fakes)) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name)
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
    t.after(() => {
      if (before) Object.defineProperty(globalThis, name, before)
      else Reflect.deleteProperty(globalThis, name)
    })
  }
  t.after(() => {
    for (const channel of channels) channel.close()
  })
  pages += 1
  const session: FakePage['session'] = await import(`../session.ts?page=${pages}`)
  const [own] = channels
  const otherTab = new BroadcastChannel('plumbline-session')
  return {
    session,
    sent,
    stored,
    reloads: () => reloads,
    async receive(token) {
      const { promise, resolve } = Promise.withResolvers<unknown>()
      own?.addEventListener('message', resolve, { once: true })
      otherTab.postMessage({ is: 'access', access: { token, endsAt: exp * 1_000 } })
      await promise
    },
  }
}
