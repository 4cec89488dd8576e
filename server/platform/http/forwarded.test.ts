/** The client address that the server uses when a proxy, or a client that poses as one, forwards an address. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type World, world } from '../../testing/index.ts'

const open: World[] = []
after(async () => {
  for (const one of open) await one.close()
  await open[0]?.test.close()
})

const most = 40
async function limited(settings: Readonly<Record<string, string>>): Promise<World> {
  const made = await world({
    settings: {
      WORKER: 'false',
      RATE_LIMIT_PER_ADDRESS: String(most),
      // Limits are of all processes of a namespace; each world here has its own.
      EVENTSTREAM_NAMESPACE: `forwarded-${process.pid}-${open.length}`,
      ...settings,
    },
  })
  open.push(made)
  return made
}
/** How many of twice as many requests as one address has are refused, when each has a forwarded address. */
async function refused(w: World, forwarded: (n: number) => string): Promise<number> {
  const ask = (n: number) =>
    fetch(`${w.base}/nowhere`, { headers: { 'X-Forwarded-For': forwarded(n) } })
  const answers = await Promise.all(Array.from({ length: 2 * most }, (_, n) => ask(n)))
  return answers.filter(({ status }) => status === 429).length
}

test('a client cannot get a separate rate limit by sending another address', async () => {
  const w = await limited({})
  assert.ok((await refused(w, (n) => `192.0.2.${n}`)) >= most / 2)
})

test('uses the client address from a trusted proxy, and ignores the addresses that the client sent', async () => {
  const w = await limited({ TRUSTED_PROXIES: '127.0.0.1' })
  assert.equal(await refused(w, (n) => `192.0.2.${n}`), 0)
  assert.ok((await refused(w, (n) => `192.0.2.${n}, 198.51.100.7`)) >= most / 2)
})
