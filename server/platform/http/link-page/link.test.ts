/** The three pages that mailed links open: what they show where the link cannot be used. */
import { doesNotMatch, equal } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openedLinkPage } from '../../../testing/link-page.ts'
import { type World, world } from '../../../testing/index.ts'

let w: World
before(async () => {
  w = await world({ settings: { WORKER: 'false' } })
})
after(async () => {
  await w.close()
  await w.test.close()
})

const json = (status: number, document: object) => async () => Response.json(document, { status })
const attributes = { email: 'ann@example.com', access: 'access' }
const accepts = json(200, { data: { attributes } })

for (const [path, name, result, source = 'email'] of [
  ['/alerts/subscription', 'confirm', 'Alerts are sent to ann@example.com from now on.'],
  ['/alerts/subscription', 'unsubscribe', 'No more alerts are sent to ann@example.com.'],
  ['/email-verification', 'token', 'ann@example.com is confirmed.'],
  ['/email-verification', 'release', 'ann@example.com is released.'],
  ['/invitation', 'token', 'You are a member now.', 'invitation'],
] as const) {
  const hash = `#${name}=secret-token`
  const what = `${path}#${name}`
  const again = `Open the link in the ${source} again.`

  test(`${what} reports a server that cannot be reached, and the same link works later`, async () => {
    let send = async (): Promise<Response> => {
      throw new TypeError('Failed to fetch')
    }
    const page = await openedLinkPage(w.base, path, { hash, send: () => send() })
    await page.submit()
    const unreachable = 'The server cannot be reached. Check your network connection and try again.'
    equal(page.shown(), unreachable)
    send = async () => new Response('<html>', { status: 502 })
    await page.submit()
    equal(page.shown(), 'The server returned HTTP status 502. Try again later.')
    send = json(404, { errors: [{ detail: 'This link was already used.' }] })
    await page.submit()
    equal(page.shown(), 'This link was already used.')
    send = accepts
    await page.submit()
    equal(page.shown(), result)
  })

  test(`${what} still says after a reload what has happened, and keeps no token`, async () => {
    const opened = await openedLinkPage(w.base, path, { hash, send: accepts })
    const early = await openedLinkPage(w.base, path, { hash: '', state: opened.state() })
    equal(early.shown(), `This page does not keep the link when it is reloaded. ${again}`)
    await opened.submit()
    const reloaded = await openedLinkPage(w.base, path, { hash: '', state: opened.state() })
    equal(reloaded.shown(), result)
    equal(reloaded.isOffered, false)
    const twice = await openedLinkPage(w.base, path, { hash: '', state: reloaded.state() })
    equal(twice.shown(), result)
    doesNotMatch(JSON.stringify([early, opened, twice].map((one) => one.state())), /secret/)
    const next = await openedLinkPage(w.base, path, { hash, state: opened.state() })
    equal(next.isOffered, true, 'another link is used')
  })

  test(`${what} without a token says that the link is incomplete`, async () => {
    for (const incomplete of ['', '#', `#${name}=`, `#${name}`]) {
      const page = await openedLinkPage(w.base, path, { hash: incomplete })
      equal(page.shown(), `This link is incomplete. ${again}`, incomplete)
      equal(page.isOffered, false)
    }
  })
}
