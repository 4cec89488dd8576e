/**
 * Sessions of the app, as a browser has them: a cookie that it attaches, and a header that only the app's pages send.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answered, Client, password, type World, world } from '../../testing/index.ts'
import { member } from '../../testing/member.ts'

let w: World
let ahead = 0
before(async () => {
  w = await world({
    settings: { WORKER: 'false', SESSION_IDLE_MINUTES: '480' },
    now: () => Date.now() + ahead,
  })
})
after(async () => {
  await w.close()
  await w.test.close()
})

const ownPage = { 'X-Plumbline-Session': 'app', 'Sec-Fetch-Site': 'same-origin' }

/** Keeps one cookie, as a browser does for the paths that the cookie is for. */
class Browser {
  readonly base: string
  cookie = ''
  /** The last Set-Cookie, with its attributes. */
  set = ''

  constructor(base = w.base) {
    this.base = base
  }

  async ask(
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = ownPage,
  ): Promise<Answered> {
    const client = new Client(this.base)
    const sent = { ...headers, ...(this.cookie && { Cookie: this.cookie }) }
    const answer = await client.ask(method, `/browser-sessions${path}`, body, sent)
    this.set = answer.headers.get('set-cookie') ?? ''
    if (this.set) this.cookie = /Max-Age=0/.test(this.set) ? '' : (this.set.split(';')[0] ?? '')
    return answer
  }

  adopt(refresh: string): Promise<Answered> {
    return this.ask('POST', '', { data: { type: 'browser-sessions', attributes: { refresh } } })
  }
  renew(headers?: Readonly<Record<string, string>>): Promise<Answered> {
    return this.ask('POST', '/refresh', undefined, headers)
  }
  signOut(headers?: Readonly<Record<string, string>>): Promise<Answered> {
    return this.ask('DELETE', '', undefined, headers)
  }
}

async function refreshTokenOf({ email, tenantId: tenant_id }: Client): Promise<string> {
  const pair = await w.anonymous.make('/tokens', 'tokens', { email, password, tenant_id })
  return pair.text('refresh')
}

async function signedIn(who: Client): Promise<Browser> {
  const browser = new Browser()
  assert.equal((await browser.adopt(await refreshTokenOf(who))).status, 200)
  return browser
}

const meWith = async (access: string): Promise<Answered> =>
  w.anonymous.ask('GET', '/users/me', undefined, { Authorization: `Bearer ${access}` })

function assertNoSession({ status, fault }: Answered): void {
  assert.deepEqual([status, fault.code], [401, 'session_ended'])
}

describe('a session of a browser', () => {
  test('the response has the access token, and only the cookie has the refresh token', async () => {
    const browser = new Browser()
    const refresh = await refreshTokenOf(w.acme)
    const answer = await browser.adopt(refresh)
    assert.equal((await meWith(answer.item.text('access'))).item.id, w.acme.userId)
    assert.deepEqual(Object.keys(answer.item.attributes), ['access'])
    const held = browser.cookie.split('=')[1] ?? ''
    assert.ok(held.length > 100 && held !== refresh)
    assert.ok(!answer.text.includes(held))
    assert.equal(answer.headers.get('cache-control'), 'private, no-store')
  })

  test('scripts and other sites cannot get the cookie, and only these paths receive it', async () => {
    const { set } = await signedIn(w.acme)
    assert.match(
      set,
      /^plumbline_session=[\w.-]+; HttpOnly; SameSite=Strict; Max-Age=\d+; Path=\/api\/v1\/browser-sessions$/,
    )
    assert.equal(Number(/Max-Age=(\d+)/.exec(set)?.[1]), w.config.refreshMinutes * 60)
  })

  test('each renewal gives another token and another cookie', async () => {
    const browser = await signedIn(w.acme)
    const first = browser.cookie
    const renewed = await browser.renew()
    assert.equal((await meWith(renewed.item.text('access'))).status, 200)
    assert.notEqual(browser.cookie, first)
    assert.equal((await browser.renew()).status, 200)
  })

  test('the token that it began with is spent', async () => {
    const refresh = await refreshTokenOf(w.acme)
    assert.equal((await new Browser().adopt(refresh)).status, 200)
    const again = await new Browser().adopt(refresh)
    assert.deepEqual([again.status, again.fault.code], [400, 'token_invalid'])
  })

  test('a token that is none is refused at its place, and no cookie is set', async () => {
    const browser = new Browser()
    const { status, fault } = await browser.adopt('not.a.token')
    assert.deepEqual([status, fault.source?.pointer], [400, '/data/attributes/refresh'])
    assert.equal(browser.set, '')
  })

  test('signing in again in a browser ends its previous session', async () => {
    const browser = await signedIn(w.acme)
    const access = (await browser.renew()).item.text('access')
    await browser.adopt(await refreshTokenOf(w.rival))
    assert.equal((await meWith(access)).fault.code, 'session_ended')
    assert.equal(
      (await meWith((await browser.renew()).item.text('access'))).item.id,
      w.rival.userId,
    )
  })

  test('it leads to its own tenant alone', async () => {
    const { client } = await member(w, w.acme)
    const browser = await signedIn(client)
    const access = (await browser.renew()).item.text('access')
    const Authorization = `Bearer ${access}`
    const path = `/tenants/${w.rival.tenantId}`
    assert.equal((await w.anonymous.ask('GET', path, undefined, { Authorization })).status, 404)
    assert.equal((await w.rival.get('/users/me/sessions')).text.includes(client.userId), false)
  })
})

describe('two tabs that renew at once', () => {
  test('both go on: the slower one is told to ask again, and keeps the cookie', async () => {
    const [one, other] = [await signedIn(w.acme), new Browser()]
    other.cookie = one.cookie
    const answers = await Promise.all([one.renew(), other.renew()])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
    const [faster, slower] = answers[0].status === 200 ? [one, other] : [other, one]
    const refused = answers.find(({ status }) => status === 409)
    assert.equal(refused?.fault.code, 'session_renewed')
    assert.equal(slower.set, '', 'the cookie of the faster one stays')
    slower.cookie = faster.cookie // one browser has one cookie
    assert.equal((await slower.renew()).status, 200)
  })

  test('a cookie that comes back later was copied: the session ends for everybody', async () => {
    const [browser, thief] = [await signedIn(w.acme), new Browser()]
    thief.cookie = browser.cookie
    assert.equal((await browser.renew()).status, 200)
    await w.test.administer(
      `update refresh_families set rotated_at = rotated_at - interval '61 seconds'`,
    )
    assertNoSession(await thief.renew())
    assert.match(thief.set, /Max-Age=0/)
    assertNoSession(await browser.renew())
  })
})

describe('a session that is over', () => {
  test('signing out ends the session and all its tokens immediately, and removes the cookie', async () => {
    const browser = await signedIn(w.acme)
    const access = (await browser.renew()).item.text('access')
    const held = browser.cookie
    assert.equal((await browser.signOut()).status, 204)
    assert.match(browser.set, /^plumbline_session=; HttpOnly; .*Max-Age=0/)
    assert.equal((await meWith(access)).fault.code, 'session_ended')
    browser.cookie = held
    assertNoSession(await browser.renew())
    assert.equal(browser.cookie, '')
  })

  test('signing out without a session is no error', async () => {
    assert.equal((await new Browser().signOut()).status, 204)
  })

  test('it is in the audit log that somebody signed out', async () => {
    const who = await w.user()
    await (await signedIn(who)).signOut()
    const { items } = await who.get('/audit-events?filter[action]=browser_sessions_destroy')
    assert.deepEqual(
      items.map((item) => item.text('resource_type')),
      ['sessions'],
    )
  })

  test('no cookie, or one that is none, is no session', async () => {
    const browser = new Browser()
    assertNoSession(await browser.renew())
    assert.equal(browser.set, '')
    for (const value of ['x', 'a.b.c', '%00', '"quoted"']) {
      browser.cookie = `plumbline_session=${value}`
      assertNoSession(await browser.renew())
      assert.match(browser.set, /Max-Age=0/, 'the browser is rid of it')
    }
  })

  test('a page that only looks for a session gets no error, and the cookie that is none is removed', async () => {
    const browser = new Browser()
    assert.equal((await browser.ask('POST', '/refresh?optional=true')).status, 204)
    browser.cookie = 'plumbline_session=made-up'
    assert.equal((await browser.ask('POST', '/refresh?optional=true')).status, 204)
    assert.equal(browser.cookie, '')
    const signed = await signedIn(w.acme)
    assert.equal((await signed.ask('POST', '/refresh?optional=true')).status, 200)
    assert.equal((await signed.ask('POST', '/refresh?optional=false')).status, 200)
    assert.equal((await signed.ask('POST', '/refresh?optional=maybe')).status, 400)
  })

  test('it ends with its user', async () => {
    const who = await w.user()
    const browser = await signedIn(who)
    assert.equal((await who.ask('DELETE', `/users/${who.userId}`)).status, 204)
    assertNoSession(await browser.renew())
  })

  test('it ends when its user ends it from elsewhere', async () => {
    const { client } = await member(w, w.acme)
    const browser = await signedIn(client)
    const sessions = await client.get('/users/me/sessions')
    for (const { id } of sessions.items.filter((item) => item.at('is_current') === false))
      await client.ask('DELETE', `/users/me/sessions/${id}`)
    assertNoSession(await browser.renew())
  })

  test('it ends when nobody has used it for the idle time', async () => {
    const browser = await signedIn(w.acme)
    ahead = 481 * 60_000
    try {
      assertNoSession(await browser.renew())
    } finally {
      ahead = 0
    }
  })
})

const strangers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'without the header': {},
  'from another site': { ...ownPage, 'Sec-Fetch-Site': 'cross-site' },
  'from a neighbour of the site': { ...ownPage, 'Sec-Fetch-Site': 'same-site' },
  'from an address that somebody typed': { ...ownPage, 'Sec-Fetch-Site': 'none' },
}

for (const [what, headers] of Object.entries(strangers))
  test(`a request ${what} creates, renews and ends no session`, async () => {
    const browser = await signedIn(w.acme)
    const held = browser.cookie
    const refresh = await refreshTokenOf(w.acme)
    const body = { data: { type: 'browser-sessions', attributes: { refresh } } }
    for (const answer of [
      await browser.ask('POST', '', body, headers),
      await browser.renew(headers),
      await browser.signOut(headers),
    ]) {
      assert.deepEqual([answer.status, answer.fault.code], [403, 'cross_site'])
      assert.equal(answer.headers.get('set-cookie'), null)
    }
    assert.equal(browser.cookie, held)
    assert.equal((await browser.renew()).status, 200)
  })

test('a program without a browser needs the header alone', async () => {
  const browser = await signedIn(w.acme)
  assert.equal((await browser.renew({ 'X-Plumbline-Session': 'app' })).status, 200)
})

test('pages of other origins cannot send the header, even if CORS lets them read responses', async () => {
  const origin = 'https://friend.example.com'
  const open = await world({
    settings: { WORKER: 'false', CORS_ORIGINS: origin },
    test: w.test,
    cloud: w.cloud,
  })
  try {
    const asked = await open.anonymous.ask('OPTIONS', '/browser-sessions', undefined, {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'x-plumbline-session',
    })
    assert.doesNotMatch(asked.headers.get('access-control-allow-headers') ?? '', /session/i)
    assert.equal(asked.headers.get('access-control-allow-credentials'), null)
  } finally {
    await open.close()
  }
})

test('with HTTPS, the cookie’s prefix prevents other hosts and plain HTTP from setting it', async () => {
  const settings = { WORKER: 'false', PUBLIC_URL: 'https://plumbline.example.com' }
  const secure = await world({ settings, test: w.test, cloud: w.cloud })
  try {
    const browser = new Browser(secure.base)
    await browser.adopt(await refreshTokenOf(w.acme))
    assert.match(
      browser.set,
      /^__Host-plumbline_session=[\w.-]+; HttpOnly; SameSite=Strict; Max-Age=\d+; Path=\/; Secure$/,
    )
    const held = browser.cookie
    browser.cookie = held.replace('__Host-', '')
    assertNoSession(await browser.renew())
    browser.cookie = held
    assert.equal((await browser.renew()).status, 200)
  } finally {
    await secure.close()
  }
})

test('trying cookies is limited like trying passwords', async () => {
  const few = await world({
    // The users of this world have taken four.
    settings: { WORKER: 'false', RATE_LIMIT_SECRETS: '6' },
    test: w.test,
    cloud: w.cloud,
  })
  try {
    const statuses: number[] = []
    for (let n = 0; n < 3; n += 1) statuses.push((await new Browser(few.base).renew()).status)
    assert.deepEqual(statuses, [401, 401, 429])
  } finally {
    await few.close()
  }
})

test('no token gets into the log', async () => {
  const browser = await signedIn(w.acme)
  const access = (await browser.renew()).item.text('access')
  const held = browser.cookie.split('=')[1] ?? ''
  await browser.signOut()
  browser.cookie = `plumbline_session=${held}`
  await browser.renew()
  await sleep(50) // requests are logged after they are answered
  const log = JSON.stringify(w.logged)
  assert.ok(log.includes('/browser-sessions/refresh'))
  for (const secret of [access, held]) assert.ok(!log.includes(secret))
})
