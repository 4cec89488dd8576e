/** The pages that links open: what they show where the link cannot be used. */
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
interface LinkCase {
  readonly path: string
  readonly name: string
  readonly result: string
  readonly source?: string
  readonly form?: string
  /** The refusals that hide `form`. It stays after others: a typed value may be the reason. */
  readonly final?: readonly (number | string)[]
}
const refusals = [400, 401, 404, 410, 429, 500, 'invitation_not_pending', 'token_invalid']
const accepts = json(200, { data: { attributes } })

for (const { path, name, result, source = 'email', form = name, final = [404, 410] } of [
  {
    path: '/alerts/subscription',
    name: 'confirm',
    result: 'Alerts are sent to ann@example.com from now on.',
  },
  {
    path: '/alerts/subscription',
    name: 'unsubscribe',
    result: 'No more alerts are sent to ann@example.com.',
  },
  {
    path: '/email-verification',
    name: 'token',
    result: 'ann@example.com is confirmed.',
    form: 'confirm',
    final: [],
  },
  { path: '/email-verification', name: 'release', result: 'ann@example.com is released.' },
  {
    path: '/invitation',
    name: 'token',
    result: 'You are a member now.',
    source: 'invitation',
    form: 'forms',
    final: [410, 'invitation_not_pending'],
  },
  {
    path: '/password-reset',
    name: 'token',
    result: 'The password of ann@example.com is set. Sign in with it.',
    source: 'message',
    form: 'reset',
    final: ['token_invalid'],
  },
] satisfies readonly LinkCase[]) {
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
    equal(page.isShown(form), true)
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

  test(`${what} takes its form away when the link can never work, and else keeps it`, async () => {
    for (const refusal of refusals) {
      const [status, code] = typeof refusal === 'number' ? [refusal, 'any'] : [400, refusal]
      const send = json(status, { errors: [{ code, detail: 'This link is not valid.' }] })
      const page = await openedLinkPage(w.base, path, { hash, send })
      await page.submit()
      equal(page.shown(), 'This link is not valid.')
      const isFinal = final.includes(refusal)
      equal(page.isShown(form), !isFinal, String(refusal))
      if (!isFinal) continue
      const reloaded = await openedLinkPage(w.base, path, { hash: '', state: page.state() })
      equal(reloaded.shown(), 'This link is not valid.', 'a reload still says why')
    }
  })

  test(`${what} without a token says that the link is incomplete`, async () => {
    for (const incomplete of ['', '#', `#${name}=`, `#${name}`]) {
      const page = await openedLinkPage(w.base, path, { hash: incomplete })
      equal(page.shown(), `This link is incomplete. ${again}`, incomplete)
      equal(page.isOffered, false)
    }
  })
}
