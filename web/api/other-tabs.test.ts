/** Tokens that this tab receives from other tabs of its browser. */
import { equal } from 'node:assert/strict'
import { after, test } from 'node:test'

const others = new BroadcastChannel('plumbline-session')
const channels: BroadcastChannel[] = [others]
let reloads = 0
Object.assign(globalThis, {
  BroadcastChannel: class extends BroadcastChannel {
    constructor(name: string) {
      super(name)
      channels.push(this)
    }
  },
  location: { reload: () => (reloads += 1) },
})
after(() => {
  for (const channel of channels) channel.close()
})

const { tenantId, token } = await import('./session.ts')

const exp = Math.floor(Date.now() / 1_000) + 900
const tokenOf = (sub: string, tenant_id: string): string =>
  `e30.${Buffer.from(JSON.stringify({ exp, sub, tenant_id })).toString('base64url')}.x`

async function receive(text: string): Promise<void> {
  const [, mine] = channels
  const { promise, resolve } = Promise.withResolvers<unknown>()
  mine?.addEventListener('message', resolve, { once: true })
  others.postMessage({ is: 'access', access: { token: text, endsAt: exp * 1_000 } })
  await promise
}

test('the first token may come from another tab: the page is then of its user and tenant, and of no other', async () => {
  equal(tenantId(), null)
  await receive(tokenOf('ana', 'first'))
  equal(await token(), tokenOf('ana', 'first'))
  equal(tenantId(), 'first')
  await receive(tokenOf('ana', 'first'))
  equal(reloads, 0)
  await receive(tokenOf('ana', 'second'))
  equal(reloads, 1)
})
