import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { runInNewContext } from 'node:vm'
import {
  type Answered,
  type Client,
  type Item,
  password,
  type World,
  world,
} from '../../testing/index.ts'
import { member } from '../../testing/member.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

const address = (): string => `${randomBytes(6).toString('hex')}@example.com`
const roleOf = async (owner: Client, name = 'guest', grants: object = {}): Promise<string> => {
  const [known] = (await owner.get(`/roles?filter[name]=${name}`)).items
  return known?.id ?? (await owner.make('/roles', 'roles', { name, ...grants })).id
}
async function invite(owner: Client, email: string, attributes: object = {}): Promise<Answered> {
  const roles = { data: [{ type: 'roles', id: await roleOf(owner) }] }
  const data = {
    type: 'invitations',
    attributes: { email, ...attributes },
    relationships: { roles },
  }
  return owner.ask('POST', '/tenants/invitations', { data })
}
async function invited(owner: Client, email: string): Promise<Item> {
  const answer = await invite(owner, email)
  assert.equal(answer.status, 201, answer.text)
  return answer.item
}
const accept = (client: Client, token: string): Promise<Answered> =>
  client.ask('POST', '/invitations/accept', {
    data: { type: 'invitations', attributes: { invitation_token: token } },
  })
const signUp = (email: string, token: string): Promise<Answered> => {
  const attributes = { name: 'A guest', email, password }
  const body = { data: { type: 'users', attributes } }
  return w.anonymous.ask('POST', `/users?invitation_token=${encodeURIComponent(token)}`, body)
}
const refused = (answer: Answered, status: number, code: string): void => {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.fault.code, code)
}
const pass = (id: string, by = '1 second'): Promise<unknown> =>
  w.test.administer(
    `update invitations set expires_at = now() - interval '${by}' where id = '${id}'`,
  )
const state = async (owner: Client, id: string): Promise<string> =>
  (await owner.get(`/tenants/invitations/${id}`)).item.text('state')

test('an invitation holds for seven days unless it says otherwise, and a day at least', async () => {
  const owner = await w.user()
  const made = await invited(owner, 'Guest@Example.com')
  assert.equal(made.text('email'), 'guest@example.com')
  assert.equal(made.text('state'), 'pending')
  assert.deepEqual(made.linked('inviter'), [owner.userId])
  assert.deepEqual(made.linked('roles'), [await roleOf(owner)])
  const days = (Date.parse(made.text('expires_at')) - Date.parse(made.text('inserted_at'))) / 864e5
  assert.equal(Math.round(days * 1_000), 7_000)
  const soon = new Date(Date.now() + 23 * 36e5).toISOString()
  const short = await invite(owner, address(), { expires_at: soon })
  refused(short, 400, 'too_early')
  assert.equal(short.fault.source?.pointer, '/data/attributes/expires_at')
  const later = new Date(Date.now() + 25 * 36e5).toISOString()
  const long = await invite(owner, address(), { expires_at: later })
  assert.equal(Date.parse(long.item.text('expires_at')), Date.parse(later))
})

test('the token is shown once, and neither read back nor stored', async () => {
  const owner = await w.user()
  const made = await invited(owner, address())
  const token = made.text('token')
  assert.match(token, /^[\w-]{43}$/)
  const one = await owner.get(`/tenants/invitations/${made.id}`)
  const list = await owner.get('/tenants/invitations')
  assert.equal(one.item.at('token'), null)
  for (const { text } of [one, list]) assert.ok(!text.includes(token))
  const [row] = await w.test.administer(
    `select row_to_json(i)::text as row from invitations i where id = '${made.id}'`,
  )
  assert.ok(!JSON.stringify(row).includes(token))
})

test('the link is shown once, leads to a page of ours, and carries the token behind the #', async () => {
  const owner = await w.user()
  const made = await invited(owner, address())
  const [page, token] = made.text('link').split('#token=')
  assert.equal(page, `${w.base}/invitation`)
  assert.equal(token, made.text('token'))
  const served = await fetch(page ?? '')
  assert.match(served.headers.get('content-security-policy') ?? '', /default-src 'none'/)
  assert.match(await served.text(), /You are invited/)
  const shown = await owner.get('/tenants/invitations')
  assert.ok(!shown.text.includes(made.text('token')))
})

const freshLink = (client: Client, id: string): Promise<Answered> =>
  client.ask('POST', `/tenants/invitations/${id}/link`)

test('a fresh link opens the invitation, and the one before no longer does', async () => {
  const owner = await w.user()
  const guest = await w.user()
  const made = await invited(owner, guest.email)
  const fresh = await freshLink(owner, made.id)
  assert.equal(fresh.status, 200, fresh.text)
  assert.equal(fresh.item.id, made.id)
  assert.equal(fresh.item.text('expires_at'), made.text('expires_at'))
  const token = fresh.item.text('token')
  assert.notEqual(token, made.text('token'))
  assert.ok(fresh.item.text('link').endsWith(`#token=${token}`))
  refused(await accept(guest, made.text('token')), 404, 'not_found')
  assert.equal((await accept(guest, token)).status, 201)
  refused(await freshLink(owner, made.id), 400, 'invitation_not_pending')
})

test('of an invitation that is expired or revoked there is no fresh link', async () => {
  const owner = await w.user()
  const late = await invited(owner, address())
  await pass(late.id)
  refused(await freshLink(owner, late.id), 400, 'invitation_not_pending')
  const revoked = await invited(owner, address())
  await owner.ask('DELETE', `/tenants/invitations/${revoked.id}`)
  refused(await freshLink(owner, revoked.id), 400, 'invitation_not_pending')
})

test('a fresh link is made by whoever might invite to these roles, and noted without the link', async () => {
  const owner = await w.user()
  const made = await invited(owner, address())
  const reader = (await member(w, owner, ['manage_users'])).client
  refused(await freshLink(reader, made.id), 403, 'permission_denied')
  refused(await freshLink(w.rival, made.id), 404, 'not_found')
  const { client: manager } = await member(w, owner, ['manage_account'])
  const mighty = await owner.make(
    '/tenants/invitations',
    'invitations',
    { email: address() },
    { roles: [{ type: 'roles', id: await roleOf(owner, 'mighty', { manage_users: true }) }] },
  )
  refused(await freshLink(manager, mighty.id), 403, 'above_own_rights')
  const fresh = (await freshLink(manager, made.id)).item
  assert.deepEqual(fresh.linked('inviter'), [manager.userId])
  const path = '/audit-events?filter[action]=tenants_invitations_link_create'
  const noted = await owner.get(path)
  assert.deepEqual(
    noted.items.map((one) => one.at('resource_id')),
    [made.id],
    noted.text,
  )
  assert.ok(!noted.text.includes(fresh.text('token')))
})

test('the page of a link signs somebody up, or in, and has them join', async () => {
  const owner = await w.user()
  const known = await w.user()
  for (const [form, email] of [
    ['sign-up', address()],
    ['join', known.email],
  ] as const) {
    const link = (await invited(owner, email)).text('link')
    const prefix = form === 'sign-up' ? 'new-' : ''
    const typed = { name: 'A guest', [`${prefix}email`]: email, [`${prefix}password`]: password }
    assert.equal(await submitted(link, form, typed), 'You are a member now.')
  }
  const { items } = await owner.get('/tenants/invitations?filter[state]=accepted')
  assert.equal(items.length, 2)
})

const preview = (invitation_token: string): Promise<Answered> =>
  w.anonymous.ask('POST', '/invitations/preview', {
    data: { type: 'invitations', attributes: { invitation_token } },
  })

test('the holder of a link reads the invitation, until it is used, revoked or expired, or its sender left', async () => {
  const owner = await w.user()
  const guest = await w.user()
  const made = await invited(owner, guest.email)
  const shown = (await preview(made.text('token'))).item
  const [tenant] = (await owner.get('/tenants')).items
  assert.deepEqual(
    ['email', 'tenant_name', 'inviter_name', 'role_names', 'expires_at'].map((name) =>
      shown.at(name),
    ),
    [
      guest.email,
      tenant?.text('name'),
      (await owner.get('/users/me')).item.text('name'),
      ['guest'],
      made.text('expires_at'),
    ],
  )
  const replaced = await freshLink(owner, made.id)
  refused(await preview(made.text('token')), 404, 'not_found')
  assert.equal((await accept(guest, replaced.item.text('token'))).status, 201, 'it is not used up')
  refused(await preview(replaced.item.text('token')), 400, 'invitation_not_pending')
  const late = await invited(owner, address())
  await pass(late.id)
  refused(await preview(late.text('token')), 410, 'invitation_expired')
  const orphan = await invited(owner, address())
  await w.test.administer(`update invitations set inviter_id = null where id = '${orphan.id}'`)
  refused(await preview(orphan.text('token')), 400, 'invitation_not_pending')
})

/** Addresses that the page of an invitation has requested. */
const requested: string[] = []

/** The text of the page at `link` after a user filled in and sent one of its forms; its script runs as served. */
async function submitted(
  link: string,
  form: string,
  typed: Readonly<Record<string, string>>,
): Promise<string> {
  const url = new URL(link)
  const html = await (await fetch(link)).text()
  const script = /<script>(.*)<\/script>/s.exec(html)?.[1] ?? ''
  const said = Promise.withResolvers<string>()
  type Submit = (event: { preventDefault: () => void }) => void
  const submits = new Map<string, Submit>()
  const element = (id: string): object => ({
    value: typed[id] ?? '',
    addEventListener: (_: string, submit: Submit) => submits.set(id, submit),
    querySelector: () => ({}), // its button
    set textContent(text: string) {
      said.resolve(text)
    },
  })
  const { pathname, hash, origin } = url
  runInNewContext(script, {
    URLSearchParams,
    location: { pathname, hash },
    history: { replaceState() {} },
    addEventListener() {},
    document: { getElementById: element },
    fetch: (path: string, options: RequestInit) => {
      requested.push(path)
      return fetch(origin + path, options)
    },
  })
  submits.get(form)?.({ preventDefault() {} })
  return said.promise
}

test('the page of an invitation requests no address that carries its token', () => {
  assert.ok(requested.length > 0)
  for (const path of requested) assert.doesNotMatch(path, /[?#]/)
})

test('who is invited needs a role, and roles are those of the tenant', async () => {
  const owner = await w.user()
  const ask = (roles: readonly string[]): Promise<Answered> => {
    const relationships = { roles: { data: roles.map((id) => ({ type: 'roles', id })) } }
    const data = { type: 'invitations', attributes: { email: address() }, relationships }
    return owner.ask('POST', '/tenants/invitations', { data })
  }
  refused(await ask([]), 400, 'required')
  const foreign = await ask([await roleOf(w.rival)])
  refused(foreign, 400, 'not_found')
  assert.equal(foreign.fault.source?.pointer, '/data/relationships/roles/data/0/id')
})

test('one who is a member or has an open invitation is not invited again', async () => {
  const owner = await w.user()
  const { client } = await member(w, owner)
  refused(await invite(owner, client.email.toUpperCase()), 400, 'member')
  const email = address()
  const made = await invited(owner, email)
  refused(await invite(owner, email), 400, 'unique')
  assert.equal((await owner.ask('DELETE', `/tenants/invitations/${made.id}`)).status, 204)
  await invited(owner, email)
  await invited(await w.user(), email) // another tenant knows nothing of it
})

test('only a pending invitation is changed or revoked', async () => {
  const owner = await w.user()
  const made = await invited(owner, address())
  const path = `/tenants/invitations/${made.id}`
  const change = (attributes: object, relationships: object = {}): Promise<Answered> =>
    owner.ask('PATCH', path, {
      data: { type: 'invitations', id: made.id, attributes, relationships },
    })
  const email = address()
  const later = new Date(Date.now() + 48 * 36e5).toISOString()
  const other = await roleOf(owner, 'other')
  const roles = { roles: { data: [{ type: 'roles', id: other }] } }
  const changed = await change({ email: email.toUpperCase(), expires_at: later }, roles)
  assert.equal(changed.status, 200, changed.text)
  assert.equal(changed.item.text('email'), email)
  assert.equal(Date.parse(changed.item.text('expires_at')), Date.parse(later))
  assert.deepEqual(changed.item.linked('roles'), [other])
  const unchanged = (await change({})).item
  assert.deepEqual([unchanged.text('email'), unchanged.linked('roles')], [email, [other]])
  refused(await change({ state: 'accepted' }), 400, 'unknown')
  refused(await change({ email: owner.email }), 400, 'member')
  const another = await invited(owner, address())
  refused(await change({ email: another.text('email') }), 400, 'unique')

  await pass(made.id)
  refused(await change({ email: address() }), 400, 'invitation_not_pending')
  refused(await owner.ask('DELETE', path), 400, 'invitation_not_pending')
  const pendingPath = `/tenants/invitations/${another.id}`
  assert.equal((await owner.ask('DELETE', pendingPath)).status, 204)
  assert.equal(await state(owner, another.id), 'revoked')
  refused(await owner.ask('DELETE', pendingPath), 400, 'invitation_not_pending')
})

test('invitations are filtered by all they show, and sorted', async () => {
  const owner = await w.user()
  const [old, fresh] = [await invited(owner, address()), await invited(owner, address())]
  await pass(old.id)
  const ids = async (query: string): Promise<readonly string[]> =>
    (await owner.get(`/tenants/invitations?${query}`)).ids
  const day = fresh.text('inserted_at').slice(0, 10)
  const inThreeDays = new Date(Date.now() + 3 * 864e5).toISOString()
  for (const [query, found] of [
    ['filter[state]=expired', [old.id]],
    ['filter[state]=pending', [fresh.id]],
    ['filter[state__in]=pending,expired&sort=expires_at', [old.id, fresh.id]],
    ['filter[state__in]=revoked,accepted', []],
    [`filter[email]=${fresh.text('email')}`, [fresh.id]],
    [`filter[email__icontains]=${fresh.text('email').slice(0, 8).toUpperCase()}`, [fresh.id]],
    [`filter[search]=${old.text('email').slice(0, 8)}`, [old.id]],
    [`filter[inviter]=${owner.userId}&sort=-expires_at`, [fresh.id, old.id]],
    [`filter[inviter]=${w.rival.userId}`, []],
    [`filter[expires_at__gte]=${inThreeDays}`, [fresh.id]],
    [`filter[expires_at__lte]=${inThreeDays}`, [old.id]],
    [`filter[inserted_at__date]=${day}&sort=state`, [old.id, fresh.id]],
    ['filter[updated_at__lte]=2020-01-01', []],
  ] as const) {
    assert.deepEqual(await ids(query), found, query)
  }
  const shown = await owner.get('/tenants/invitations?fields[invitations]=state,roles')
  assert.deepEqual(Object.keys(shown.item.attributes), ['state'])
  assert.equal((await owner.get('/tenants/invitations?filter[state__in]=open')).status, 400)
})

test('somebody new signs up into the tenant that invited him, with his roles', async () => {
  const owner = await w.user()
  const email = address()
  const made = await invited(owner, email)
  const user = await signUp(email.toUpperCase(), made.text('token'))
  assert.equal(user.status, 201, user.text)
  const pair = await w.anonymous.make('/tokens', 'tokens', { email, password })
  const me = await w.anonymous.ask('GET', '/users/me?include=roles,memberships.tenant', undefined, {
    Authorization: `Bearer ${pair.text('access')}`,
  })
  const has = (type: string): readonly Item[] => me.included.filter((one) => one.type === type)
  assert.deepEqual(
    has('tenants').map(({ id }) => id),
    [owner.tenantId],
  )
  assert.deepEqual(
    has('roles').map((one) => one.text('name')),
    ['guest'],
  )
  assert.deepEqual(
    has('memberships').map((one) => one.text('role')),
    ['member'],
  )
  assert.equal(await state(owner, made.id), 'accepted')
})

test('somebody who is there accepts, and has another tenant', async () => {
  const [owner, guest] = [await w.user(), await w.user()]
  const made = await invited(owner, guest.email)
  const answer = await accept(guest, made.text('token'))
  assert.equal(answer.status, 201, answer.text)
  assert.equal(answer.item.type, 'memberships')
  assert.deepEqual(answer.item.linked('tenant'), [owner.tenantId])
  assert.deepEqual(answer.item.linked('user'), [guest.userId])
  assert.equal((await guest.get('/tenants')).count, 2)
  assert.equal(await state(owner, made.id), 'accepted')
  refused(await accept(guest, made.text('token')), 400, 'invitation_not_pending')
})

test('a token works for its email address only, until it expires, and once', async () => {
  const [owner, guest] = [await w.user(), await w.user()]
  const unknown = 'x'.repeat(43)
  refused(await accept(guest, unknown), 404, 'not_found')
  refused(await signUp(address(), unknown), 404, 'not_found')
  const other = await invited(owner, address())
  refused(await accept(guest, other.text('token')), 404, 'not_found')
  refused(await signUp(address(), other.text('token')), 404, 'not_found')
  await pass(other.id)
  refused(await accept(guest, other.text('token')), 404, 'not_found') // other users learn nothing
  refused(await signUp(other.text('email'), other.text('token')), 410, 'invitation_expired')
  const mine = await invited(owner, guest.email)
  await pass(mine.id)
  refused(await accept(guest, mine.text('token')), 410, 'invitation_expired')
  const next = await invited(owner, guest.email)
  assert.equal((await owner.ask('DELETE', `/tenants/invitations/${next.id}`)).status, 204)
  refused(await accept(guest, next.text('token')), 400, 'invitation_not_pending')
  assert.equal((await guest.get('/tenants')).count, 1)
})

test('a rejected sign-up leaves the invitation pending and creates no user', async () => {
  const owner = await w.user()
  const made = await invited(owner, address())
  const attributes = { name: 'A guest', email: made.text('email'), password: 'short' }
  const path = `/users?invitation_token=${made.text('token')}`
  const weak = await w.anonymous.ask('POST', path, { data: { type: 'users', attributes } })
  assert.equal(weak.status, 400)
  assert.equal(await state(owner, made.id), 'pending')
  const guest = await w.user()
  const taken = await invited(owner, guest.email)
  refused(await signUp(guest.email, taken.text('token')), 400, 'unique')
  assert.equal(await state(owner, taken.id), 'pending')
})

test('of a hundred simultaneous acceptances, exactly one succeeds', async () => {
  const [owner, guest] = [await w.user(), await w.user()]
  const made = await invited(owner, guest.email)
  const token = made.text('token')
  const answers = await Promise.all(Array.from({ length: 100 }, () => accept(guest, token)))
  const statuses = answers.map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 201).length, 1)
  assert.equal(statuses.filter((status) => status === 400).length, 99)
  assert.equal((await guest.get('/tenants')).count, 2)
})

test('who invites and leaves, or is expelled, takes all his invitations with him', async () => {
  const owner = await w.user()
  for (const isExpelled of [false, true]) {
    const { client } = await member(w, owner, ['manage_account'])
    const made = await invited(client, address())
    const memberships = await owner.get(`/users/${client.userId}/memberships`)
    const path = `/tenants/${owner.tenantId}/memberships/${memberships.item.id}`
    assert.equal((await (isExpelled ? owner : client).ask('DELETE', path)).status, 204)
    const revoked = (await owner.get(`/tenants/invitations/${made.id}`)).item
    assert.deepEqual([revoked.text('state'), revoked.linked('inviter')], ['revoked', []])
  }
})
