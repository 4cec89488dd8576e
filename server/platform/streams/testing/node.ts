/**
 * A process that serves one stream and nothing else, over a real database and real tokens: for what
 * concerns streams alone. Time, backend and channels are handed in.
 */
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { notFound } from '@plumbline/jsonapi'
import {
  type Clock,
  defineEventStream,
  type EventBackend,
  integer,
  text,
  uuid,
} from '@plumbline/sse'
import { readConfig } from '../../../config.ts'
import { leapingClock } from '../../../testing/clock.ts'
import { type TestDatabase, testEnvironment } from '../../../testing/index.ts'
import { Listening } from '../../../testing/listening.ts'
import { authenticator, makeApiKey, type Tokens, tokens } from '../../auth/index.ts'
import { type Database, sql } from '../../db/index.ts'
import { serve } from '../../http/index.ts'
import { type Facts, type Log, silent } from '../../log.ts'
import { visible } from '../../tenancy/index.ts'
import { createStreams, type Resolve, type Streams, type StreamSettings } from '../streams.ts'
import { valkeyBackend } from '../valkey.ts'

export const notes = defineEventStream({
  prefix: 'notes',
  events: {
    'note.created': { text, n: integer },
    'note.progress': { n: integer },
    'note.end': { note_id: uuid },
  },
})

/** A user in a tenant, with a role and one provider: the resource of the stream. */
export interface Member {
  readonly tenantId: string
  readonly userId: string
  readonly roleId: string
  readonly providerId: string
  readonly sessionId: string
  /** `Bearer …`, as returned by sign-in. */
  readonly token: string
}

export interface Node {
  readonly base: string
  readonly streams: Streams
  readonly tokens: Tokens
  readonly logged: readonly { level: string; event: string; facts: Facts }[]
  /** The path of a member's stream, or of another resource's. */
  path(resource: Member | string): string
  listen(who: Member, headers?: Readonly<Record<string, string>>): Promise<Listening>
  /** Sends to all listeners to the member's provider. */
  send(to: Member, text: string, n?: number): void
  close(): Promise<void>
}

export interface NodeOptions {
  readonly clock?: Clock
  readonly backend?: EventBackend
  readonly database?: Database
  readonly limits?: StreamSettings['limits']
  readonly sweepMs?: number
  readonly resolve?: Resolve
}

const pair = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const keys = {
  kid: 'test',
  privateKey: pair.privateKey,
  publicKeys: new Map([['test', pair.publicKey]]),
}
export const tokenSettings = {
  issuer: 'i',
  audience: 'a',
  accessMinutes: 240,
  refreshMinutes: 300,
  idleMinutes: 300,
}

/** The provider of the path, where the caller sees it. */
const visibleProvider: Resolve = {
  async channels({ tx, caller, id }) {
    const found = await tx.maybe(sql`
      select p.id
        from providers p
       where p.tenant_id = ${tx.tenantId} and p.id = ${id} and p.deleted_at is null
         and ${visible(caller, sql`p.id`)}`)
    if (!found) throw notFound()
    return [notes.channel(tx.tenantId, id)]
  },
}

/** The same tests run in memory and over a real server, if the runner provides one. */
function ofTheRunner(): EventBackend | undefined {
  const { redisPort } = testEnvironment
  if (redisPort === null) return undefined
  const url = `redis://127.0.0.1:${redisPort}`
  return valkeyBackend({ url, database: 2, namespace: randomUUID() }, silent)
}

export async function node(test: TestDatabase, options: NodeOptions = {}): Promise<Node> {
  const clock = options.clock ?? leapingClock()
  const database = options.database ?? test.database
  const logged: { level: string; event: string; facts: Facts }[] = []
  const record =
    (level: string) =>
    (event: string, facts: Facts = {}): void =>
      void logged.push({ level, event, facts })
  const log: Log = { info: record('info'), warn: record('warn'), error: record('error') }
  const issued = tokens(keys, tokenSettings, clock.now)
  const authenticate = authenticator(database, issued, { now: clock.now, used: () => {} })
  const backend = options.backend ?? ofTheRunner()
  const streams = createStreams(
    {
      database,
      authenticate,
      log,
      clock,
      ...(backend && { backend }),
    },
    {
      mounted: ['notes'],
      version: '1.2.3',
      limits: { connectsPerMinute: 100_000, ...options.limits },
      sweepMs: options.sweepMs ?? 30_000,
    },
  )
  const endpoints = streams.listen(
    '/notes/:id/event-stream',
    {
      may: 'any_member',
      stream: notes,
      summary: 'Stream notes',
      tag: 'Note',
      operationId: 'notes_event_stream_list',
    },
    options.resolve ?? visibleProvider,
  )
  const config = readConfig({ PORT: '0' })
  const app = serve(
    [...endpoints, streams.document],
    { database, authenticate, loaders: new Map() },
    config,
    log,
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/v1`
  const path = (resource: Member | string): string =>
    `/notes/${typeof resource === 'string' ? resource : resource.providerId}/event-stream`
  return {
    base,
    streams,
    tokens: issued,
    logged,
    path,
    listen: (who, headers = {}) =>
      Listening.to(base + path(who), { Authorization: who.token, ...headers }),
    send: ({ tenantId, providerId }, words, n = 0) =>
      streams.send(notes.channel(tenantId, providerId), 'note.created', { text: words, n }),
    async close() {
      streams.end()
      await app.close()
      await streams.close()
    },
  }
}

/** A new tenant with a member who sees everything in it; or one more member of `of`'s tenant. */
export async function member(test: TestDatabase, at: Node, of?: Member): Promise<Member> {
  const tenantId = of?.tenantId ?? randomUUID()
  const [userId, roleId, providerId] = [randomUUID(), randomUUID(), of?.providerId ?? randomUUID()]
  const sessionId = randomUUID()
  await test.database.inTenant(tenantId, async (tx) => {
    const email = `${randomBytes(8).toString('hex')}@example.com`
    await tx.run(sql`select create_user(${userId}, ${email}, 'A user', '', 'no hash')`)
    if (!of) await tx.run(sql`select create_tenant(${tenantId}, 'A tenant')`)
    await tx.run(sql`
      insert into memberships (tenant_id, id, user_id, role)
      values (${tenantId}, ${randomUUID()}, ${userId}, 'member')`)
    await tx.run(sql`
      insert into roles (tenant_id, id, name, unlimited_visibility)
      values (${tenantId}, ${roleId}, ${roleId}, true)`)
    await tx.run(sql`
      insert into user_roles (tenant_id, user_id, role_id)
      values (${tenantId}, ${userId}, ${roleId})`)
    if (!of)
      await tx.run(sql`
        insert into providers (tenant_id, id, provider, uid)
        values (${tenantId}, ${providerId}, 'aws', ${providerId})`)
    await tx.run(sql`
      select start_refresh_family(${sessionId}, ${userId}, ${tenantId}, ${Buffer.alloc(32)},
                                  now() + interval '1 day', now(), 'password')`)
  })
  const signedIn = { authTime: Math.floor(Date.now() / 1_000), authMethod: 'password' } as const
  const subject = { userId, tenantId, sessionId, epoch: 0, ...signedIn }
  const token = `Bearer ${await at.tokens.access(subject)}`
  return { tenantId, userId, roleId, providerId, sessionId, token }
}

/** A key of the member: its header, and its id. */
export async function apiKey(
  test: TestDatabase,
  { tenantId, userId }: Member,
): Promise<{ id: string; key: string }> {
  const { key, prefix, hash } = makeApiKey()
  const id = randomUUID()
  await test.database.inTenant(tenantId, (tx) =>
    tx.run(sql`
      insert into api_keys (tenant_id, id, user_id, name, prefix, hash, expires_at)
      values (${tenantId}, ${id}, ${userId}, ${id}, ${prefix}, ${hash}, now() + interval '1 year')`),
  )
  return { id, key }
}
