// The checks of a connect, in order: every later row is refused by an earlier one first.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { forbidden, notFound, unauthenticated } from '@plumbline/jsonapi'
import { type Channels, type EventBackend, memoryBackend } from '@plumbline/sse'
import { setTimeout as sleep } from 'node:timers/promises'
import { leapingClock } from '../../testing/clock.ts'
import { freshDatabase, type TestDatabase } from '../../testing/index.ts'
import type { Listening } from '../../testing/listening.ts'
import { tokens } from '../auth/index.ts'
import { sql } from '../db/index.ts'
import {
  apiKey,
  member,
  type Member,
  node,
  type Node,
  notes,
  tokenSettings,
} from './testing/node.ts'

let db: TestDatabase
before(async () => {
  db = await freshDatabase()
})
after(() => db.close())

interface Refused {
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly headers: Headers
}
async function ask(
  at: Node,
  path: string,
  headers: Readonly<Record<string, string>>,
  method = 'GET',
): Promise<Refused> {
  const stop = AbortSignal.timeout(5_000)
  const response = await fetch(at.base + path, { method, headers, signal: stop })
  if (response.status === 200) {
    await response.body?.cancel()
    return { status: 200, code: '', detail: '', headers: response.headers }
  }
  const { errors } = (await response.json()) as { errors: { code: string; detail: string }[] }
  assert.equal(response.headers.get('content-type'), 'application/vnd.api+json')
  const [{ code, detail } = { code: '', detail: '' }] = errors
  return { status: response.status, code, detail, headers: response.headers }
}

/** A backend that acknowledges only on command of the test. */
function silenceable(): { backend: EventBackend; silence(): void; speak(): void } {
  const memory = memoryBackend()
  let spoken = Promise.withResolvers<void>()
  spoken.resolve()
  return {
    backend: {
      ...memory,
      subscribe: async (topic) => {
        await spoken.promise
        await memory.subscribe(topic)
      },
    },
    silence: () => (spoken = Promise.withResolvers<void>()),
    speak: () => spoken.resolve(),
  }
}

/** The slot of an abandoned stream is free once its socket has closed. */
async function vacated(at: Node, occupied: Listening): Promise<void> {
  await occupied.leave()
  while (at.streams.counters()['closed_total{reason="client"}'] === undefined) await sleep(5)
}

test('each check refuses what an earlier one lets through, and the earliest refusal is reported', async () => {
  const upstream = silenceable()
  let channels: (who: Member) => readonly string[] = () => []
  let who: Member | undefined
  let snapshotFails = false
  const at = await node(db, {
    backend: upstream.backend,
    limits: { streamsPerUser: 1 },
    resolve: {
      async channels({ id }) {
        if (!who || id !== who.providerId) throw notFound()
        return channels(who) as unknown as Channels
      },
      async snapshot() {
        if (snapshotFails) throw notFound()
        return []
      },
    },
  })
  try {
    const acme = await member(db, at)
    const rival = await member(db, at)
    who = acme
    const own = notes.channel(acme.tenantId, acme.providerId)
    const other = notes.channel(acme.tenantId, 'another')
    const many = Array.from({ length: 11 }, (_, n) => notes.channel(acme.tenantId, `r${n}`))
    const foreign = notes.channel(rival.tenantId, rival.providerId)

    // Everything is wrong at first; row by row it is put right, and the next row speaks.
    let path = '/note/x/event-stream'
    let method = 'POST'
    const headers: Record<string, string> = { Accept: 'application/json' }
    const occupied = await at.listen(acme).then(async (first) => {
      await first.ended // refused: its set of channels is empty
      channels = () => [own]
      const open = await at.listen(acme) // on a channel that is then subscribed, so the rows use others
      channels = () => []
      return open
    })
    assert.equal(occupied.status, 200)
    upstream.silence()
    snapshotFails = true
    const rows: [name: string, status: number, code: string, mend: () => unknown][] = [
      [
        'not mounted',
        404,
        'not_found',
        () => (path = `${at.path('x')}?access_token=a&access_token=b`),
      ],
      ['another method', 405, 'method_not_allowed', () => (method = 'GET')],
      ['another type', 406, 'not_acceptable', () => (headers['Accept'] = 'text/event-stream')],
      ['two tokens', 400, '', () => (path = at.path('x'))],
      ['nobody', 401, '', () => (headers['Authorization'] = acme.token)],
      ['too many', 429, 'too_many_streams', () => vacated(at, occupied)],
      ['no such resource', 404, 'not_found', () => (path = at.path(acme))],
      ['no channels', 400, 'no_channels', () => (channels = () => [...many.slice(1), foreign])],
      ['too many channels', 400, 'too_many_channels', () => (channels = () => [own, foreign])],
      ['a foreign channel', 403, 'permission_denied', () => (channels = () => [own, 'notes:x'])],
      ['a malformed channel', 403, 'permission_denied', () => (channels = () => [other])],
      ['no acknowledgement', 503, 'backend_unavailable', upstream.speak],
      ['no snapshot', 404, 'not_found', () => (snapshotFails = false)],
      ['nothing', 200, '', () => {}],
    ]
    for (const [name, status, code, mend] of rows) {
      const answer = await ask(at, path, headers, method)
      assert.equal(answer.status, status, `${name}: ${answer.detail}`)
      if (code) assert.equal(answer.code, code, name)
      const retry = answer.headers.get('retry-after')
      assert.equal(retry !== null, status === 429 || status === 503, `${name}: ${retry}`)
      if (name === 'no channels') assert.equal(answer.detail, 'No channels specified')
      await mend()
    }
    const errors = at.logged.filter(({ level }) => level === 'error')
    assert.deepEqual(
      errors.map(({ event, facts }) => [event, facts['route']]),
      [
        ['stream has no channels', '/notes/:id/event-stream'],
        ['stream has no channels', '/notes/:id/event-stream'],
        ['channel of another tenant rejected', '/notes/:id/event-stream'],
        ['channel of another tenant rejected', '/notes/:id/event-stream'],
      ],
    )
    const counts = at.streams.counters()
    assert.equal(counts['gate_rejections_total'], 2)
    const refusals = { 400: 4, 401: 1, 403: 2, 404: 2, 406: 1, 429: 1, 503: 1 }
    for (const [status, count] of Object.entries(refusals))
      assert.ok((counts[`rejected_total{status="${status}"}`] ?? 0) >= count, status)
  } finally {
    await at.close()
  }
})

const thrown: [name: string, error: () => Error, status: number][] = [
  ['not found', notFound, 404],
  ['not permitted', forbidden, 403],
  ['not authenticated', unauthenticated, 401],
]
for (const [name, error, status] of thrown)
  test(`what the channel method throws is what the client hears: ${name}`, async () => {
    const at = await node(db, {
      resolve: {
        channels: async () => {
          throw error()
        },
      },
    })
    try {
      const who = await member(db, at)
      const answer = await ask(at, at.path(who), { Authorization: who.token })
      assert.equal(answer.status, status)
      const challenge = answer.headers.get('www-authenticate')
      assert.equal(challenge, status === 401 ? 'Bearer' : null)
    } finally {
      await at.close()
    }
  })

test('an unforeseen error is a 500 without details, and frees the seat', async () => {
  const at = await node(db, {
    limits: { streamsPerUser: 1 },
    resolve: {
      channels: async () => {
        throw new Error('a secret of ours')
      },
    },
  })
  try {
    const who = await member(db, at)
    for (let n = 0; n < 3; n += 1) {
      const answer = await ask(at, at.path(who), { Authorization: who.token })
      assert.equal(answer.status, 500)
      assert.ok(!answer.detail.includes('secret'))
    }
  } finally {
    await at.close()
  }
})

test('who may listen, by every header with every query', async () => {
  const clock = leapingClock()
  const at = await node(db, { clock })
  try {
    const acme = await member(db, at)
    const rival = await member(db, at)
    const deleted = await member(db, at)
    const [good, deletedKey] = [await apiKey(db, acme), await apiKey(db, deleted)]
    const revoked = await apiKey(db, acme)
    const foreignKey = await apiKey(db, rival)
    await db.database.inTenant(acme.tenantId, (tx) =>
      tx.run(sql`
        update api_keys set revoked = true
         where tenant_id = ${tx.tenantId} and id = ${revoked.id}`),
    )
    await db.database.inTenant(deleted.tenantId, (tx) =>
      tx.run(sql`select delete_user(${deleted.userId})`),
    )
    const jwt = acme.token.slice('Bearer '.length)
    const expired = await at.tokens.access({
      userId: acme.userId,
      tenantId: acme.tenantId,
      sessionId: acme.sessionId,
      epoch: 0,
      authTime: Math.floor(clock.now() / 1_000),
      authMethod: 'password',
    })
    clock.leap(tokenSettings.accessMinutes * 60_000)
    const fresh = await at.tokens.access({
      userId: acme.userId,
      tenantId: acme.tenantId,
      sessionId: acme.sessionId,
      epoch: 0,
      authTime: Math.floor(clock.now() / 1_000),
      authMethod: 'password',
    })
    const refresh = await at.tokens.refresh({
      userId: acme.userId,
      tenantId: acme.tenantId,
      sessionId: acme.sessionId,
      epoch: 0,
      authTime: Math.floor(clock.now() / 1_000),
      authMethod: 'password',
    })
    const foreign = await at.tokens.access({
      userId: rival.userId,
      tenantId: rival.tenantId,
      sessionId: rival.sessionId,
      epoch: 0,
      authTime: Math.floor(clock.now() / 1_000),
      authMethod: 'password',
    })
    const nowhere = await at.tokens.access({
      ...acme,
      tenantId: rival.tenantId,
      epoch: 0,
      authTime: Math.floor(clock.now() / 1_000),
      authMethod: 'password',
    })
    assert.ok(jwt !== fresh)

    const none = Symbol('none')
    type Shown = string | typeof none
    const headers: [name: string, value: Shown, status: number | 'as the query'][] = [
      ['no header', none, 'as the query'],
      ['an empty header', '', 'as the query'],
      ['a good token', `Bearer ${fresh}`, 200],
      ['a good token in another case', `bearer ${fresh}`, 200],
      ['a good key', `Api-Key ${good.key}`, 200],
      ['an expired token', `Bearer ${expired}`, 401],
      ['a refresh token', `Bearer ${refresh.token}`, 401],
      ['a token of another tenant', `Bearer ${foreign}`, 404],
      ['a token for a tenant one is not in', `Bearer ${nowhere}`, 401],
      ['a key of another tenant', `Api-Key ${foreignKey.key}`, 404],
      ['a revoked key', `Api-Key ${revoked.key}`, 401],
      ['a key whose owner was deleted', `Api-Key ${deletedKey.key}`, 401],
      ['nonsense', 'Bearer nonsense', 401],
      ['an unknown scheme', 'Basic dTpw', 401],
      ['a scheme alone', 'Bearer', 401],
    ]
    const queries: [name: string, value: Shown, status: number][] = [
      ['no query', none, 401],
      ['an empty one', 'access_token=', 401],
      ['a good token', `access_token=${fresh}`, 200],
      ['an expired token', `access_token=${expired}`, 401],
      ['a refresh token', `access_token=${refresh.token}`, 401],
      ['a token of another tenant', `access_token=${foreign}`, 404],
      ['a good key', `access_token=${encodeURIComponent(good.key)}`, 401],
      ['a token twice', `access_token=${fresh}&access_token=${fresh}`, 400],
      ['a token and an empty one', `access_token=${fresh}&access_token=`, 400],
    ]
    for (const [header, shown, by] of headers)
      for (const [query, search, otherwise] of queries) {
        const path = at.path(acme) + (typeof search === 'string' ? `?${search}` : '')
        const sent: Record<string, string> =
          typeof shown === 'string' ? { Authorization: shown } : {}
        const answer = await ask(at, path, sent)
        // A parameter given twice is malformed for every caller; otherwise any header wins.
        const status = otherwise === 400 ? 400 : by === 'as the query' ? otherwise : by
        assert.equal(answer.status, status, `${header}, ${query}: ${answer.detail}`)
      }

    const lines = JSON.stringify([at.logged])
    for (const secret of [fresh, expired, foreign, refresh.token, good.key, foreignKey.key])
      assert.ok(!lines.includes(secret))
    assert.ok(!lines.includes('access_token'))
  } finally {
    await at.close()
  }
})

test('a token of another signature is nobody', async () => {
  const at = await node(db)
  const { generateKeyPairSync } = await import('node:crypto')
  const pair = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const forger = tokens(
    { kid: 'test', privateKey: pair.privateKey, publicKeys: new Map() },
    tokenSettings,
    Date.now,
  )
  try {
    const who = await member(db, at)
    const forged = await forger.access({
      userId: who.userId,
      tenantId: who.tenantId,
      sessionId: who.sessionId,
      epoch: 0,
      authTime: Math.floor(Date.now() / 1_000),
      authMethod: 'password',
    })
    const answer = await ask(at, at.path(who), { Authorization: `Bearer ${forged}` })
    assert.equal(answer.status, 401)
  } finally {
    await at.close()
  }
})
