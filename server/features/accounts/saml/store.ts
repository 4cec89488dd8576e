import { createHash, randomBytes } from 'node:crypto'
import type { Query } from '@plumbline/jsonapi'
import {
  columnsOf,
  contains,
  type Database,
  type Page,
  pageOf,
  sql,
  type Tx,
  scalar,
} from '../../../platform/db/index.ts'
import { newId } from '../../../platform/ids.ts'
import type { Asserted, SamlSession } from './assertion.ts'
import type { IdentityProvider } from './metadata.ts'
import { type SamlConfiguration, samlConfigurations } from './resource.ts'
import type { SignOut } from './sign-out.ts'

const columns = columnsOf(samlConfigurations, 'c', {
  search: ({ value }) => contains(value, sql`c.email_domain`),
})
const fields = sql`
  c.id, c.email_domain, c.metadata_xml, c.created_at, c.updated_at,
  '_plumbline.' || c.email_domain as domain_record_name,
  'plumbline-tenant=' || c.tenant_id as domain_record_value,
  (select d.verified_at from own_saml_domain() d where d.email_domain = c.email_domain) as domain_verified_at`

export function configurationPage(
  tx: Tx,
  query: Query<typeof samlConfigurations>,
): Promise<Page<SamlConfiguration>> {
  const where = sql`c.tenant_id = ${tx.tenantId}`
  return pageOf(tx, query, columns, { select: fields, from: sql`saml_configurations c`, where })
}

/** The tenant's one configuration. */
export const configuration = (tx: Tx): Promise<SamlConfiguration | undefined> =>
  tx.maybe<SamlConfiguration>(sql`
    select ${fields} from saml_configurations c where c.tenant_id = ${tx.tenantId}`)

/** The configuration that sign-ins use. */
export const providerOf = (
  tx: Tx,
): Promise<{ email_domain: string; identity_provider: IdentityProvider } | undefined> =>
  tx.maybe(sql`
    select c.email_domain, c.identity_provider
      from saml_configurations c
     where c.tenant_id = ${tx.tenantId}`)

/** Whether the provider may speak for owners: an owner wrote its configuration. */
export const speaksForOwners = async (tx: Tx): Promise<boolean> =>
  (await tx.maybe(sql`
    select 1 from saml_configurations c where c.tenant_id = ${tx.tenantId} and c.by_owner`)) !==
  undefined

export const insertConfiguration = (
  tx: Tx,
  made: {
    readonly emailDomain: string
    readonly metadata: string
    readonly provider: IdentityProvider
    readonly byOwner: boolean
  },
): Promise<SamlConfiguration> =>
  tx.single<SamlConfiguration>(sql`
    insert into saml_configurations as c (tenant_id, id, email_domain, metadata_xml, identity_provider, by_owner)
    values (${tx.tenantId}, ${newId()}, ${made.emailDomain}, ${made.metadata},
            ${JSON.stringify(made.provider)}::jsonb, ${made.byOwner})
    returning ${fields}`)

export const changeConfiguration = (
  tx: Tx,
  id: string,
  change: {
    readonly emailDomain: string | undefined
    readonly metadata: string | undefined
    readonly provider: IdentityProvider | undefined
    readonly byOwner: boolean
  },
): Promise<SamlConfiguration | undefined> =>
  tx.maybe<SamlConfiguration>(sql`
    update saml_configurations as c
       set email_domain = coalesce(${change.emailDomain ?? null}, email_domain),
           metadata_xml = coalesce(${change.metadata ?? null}, metadata_xml),
           identity_provider = coalesce(
             ${change.provider ? JSON.stringify(change.provider) : null}::jsonb, identity_provider),
           by_owner = ${change.byOwner}, updated_at = now()
     where c.tenant_id = ${tx.tenantId} and c.id = ${id}
    returning ${fields}`)

/** Sign-ins that have started with it cannot finish. */
export async function deleteConfiguration(tx: Tx, id: string): Promise<boolean> {
  const deleted = await tx.run(sql`
    delete from saml_configurations where tenant_id = ${tx.tenantId} and id = ${id}`)
  if (deleted === 0) return false
  await releaseDomain(tx)
  return true
}

export const endSignIns = (tx: Tx): Promise<number> =>
  tx.run(sql`
    update saml_sign_ins
       set expires_at = '-infinity', ticket_expires_at = '-infinity'
     where tenant_id = ${tx.tenantId}`)

/** False when another tenant has proven the domain. */
export const claimDomain = (tx: Tx, domain: string): Promise<boolean> =>
  scalar<boolean>(tx, sql`select claim_saml_domain(${domain})`)

/** From now on the domain leads to the tenant's provider. False when another tenant has proven it. */
export const verifyDomain = (tx: Tx, domain: string): Promise<boolean> =>
  scalar<boolean>(tx, sql`select verify_saml_domain(${domain})`)

/** From now on the tenant's domain leads nowhere. */
export async function releaseDomain(tx: Tx): Promise<void> {
  await tx.run(sql`select release_saml_domain()`)
  await endSignIns(tx)
}

/** The tenant that a domain leads to. One that has not proven it is there for its members only. */
export const tenantOf = (
  database: Database,
  domain: string,
): Promise<{ tenant_id: string; verified: boolean } | undefined> =>
  database.outsideTenants((tx) =>
    tx.maybe<{ tenant_id: string; verified: boolean }>(
      sql`select tenant_id, verified from find_saml_domain(${domain})`,
    ),
  )

export const makeSecret = (): string => randomBytes(32).toString('base64url')
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Sign-ins that wait for their answer, of one address and of a tenant. */
const mostWaiting = { address: 100, tenant: 10_000 }

/**
 * Begins a sign-in. Those that expired are deleted: at once where they were not answered, else after a day in which
 * their assertion opens nothing again. So are the oldest that wait, beyond what an address and a tenant may have.
 */
export async function begin(
  tx: Tx,
  { browser, callbackPath, address }: { browser: string; callbackPath: string; address: string },
): Promise<string> {
  const id = newId()
  const own = sql`s.tenant_id = ${tx.tenantId}`
  const waiting = sql`select s.id from saml_sign_ins s where ${own} and s.asserted is null`
  await tx.run(sql`
    delete from saml_sign_ins s
     where ${own}
       and (s.expires_at < now() - interval '1 day'
            or s.expires_at < now() and s.asserted is null
            or s.id in (${waiting} and s.address = ${address}
                         order by s.id desc offset ${mostWaiting.address - 1})
            or s.id in (${waiting} order by s.id desc offset ${mostWaiting.tenant - 1}))`)
  await tx.run(sql`
    insert into saml_sign_ins (tenant_id, id, browser_hash, callback_path, address)
    values (${tx.tenantId}, ${id}, ${hashOf(browser)}, ${callbackPath}, ${address})`)
  return id
}

/** The newest sign-in that a browser has begun and that waits for its answer. */
export const begun = async (tx: Tx, browser: string): Promise<string | undefined> =>
  (
    await tx.maybe<{ id: string }>(sql`
      select id
        from saml_sign_ins
       where tenant_id = ${tx.tenantId} and browser_hash = ${hashOf(browser)}
         and asserted is null and expires_at > now()
       order by id desc
       limit 1`)
  )?.id

/** Whether the sign-in waited for this answer: each is answered once, and each assertion answers once. */
export async function answer(
  tx: Tx,
  id: string,
  { asserted, finish }: { asserted: Asserted; finish: string },
): Promise<boolean> {
  const answered = await tx.run(sql`
    update saml_sign_ins
       set assertion_id = ${asserted.assertionId}, asserted = ${JSON.stringify(asserted)}::jsonb,
           address = null, finish_hash = ${hashOf(finish)}
     where tenant_id = ${tx.tenantId} and id = ${id} and asserted is null and expires_at > now()
       and not exists (
         select from saml_sign_ins s
          where s.tenant_id = ${tx.tenantId} and s.assertion_id = ${asserted.assertionId})`)
  return answered === 1
}

/** Ends a pending sign-in. Returns false if it was already answered. */
export async function abandon(tx: Tx, id: string): Promise<boolean> {
  const ended = await tx.run(sql`
    delete from saml_sign_ins
     where tenant_id = ${tx.tenantId} and id = ${id} and asserted is null and expires_at > now()`)
  return ended === 1
}

/** Takes the response for the browser that started the sign-in; undefined for another browser or a second time. */
export const take = (
  tx: Tx,
  { finish, browser }: { finish: string; browser: string },
): Promise<{ id: string; asserted: Asserted; callback_path: string } | undefined> =>
  tx.maybe<{ id: string; asserted: Asserted; callback_path: string }>(sql`
    update saml_sign_ins
       set finish_hash = null
     where tenant_id = ${tx.tenantId} and finish_hash = ${hashOf(finish)}
       and browser_hash = ${hashOf(browser)} and expires_at > now()
    returning id, asserted, callback_path`)

/** What is exchanged for tokens within 15 seconds. */
export async function issueTicket(tx: Tx, id: string, userId: string): Promise<string> {
  const ticket = makeSecret()
  await tx.run(sql`
    update saml_sign_ins
       set user_id = ${userId}, ticket_hash = ${hashOf(ticket)},
           ticket_expires_at = now() + interval '15 seconds',
           asserted = jsonb_build_object('session', asserted -> 'session')
     where tenant_id = ${tx.tenantId} and id = ${id}`)
  return ticket
}

export const findTicket = (
  database: Database,
  ticket: string,
): Promise<{ tenant_id: string; id: string } | undefined> =>
  database.outsideTenants((tx) =>
    tx.maybe<{ tenant_id: string; id: string }>(
      sql`select tenant_id, id from find_saml_ticket(${hashOf(ticket)})`,
    ),
  )

/** The user of a ticket, for the first caller only; undefined if it has expired. */
export async function useTicket(
  tx: Tx,
  id: string,
): Promise<{ userId: string; session: SamlSession } | undefined> {
  const used = await tx.maybe<{ user_id: string; session: SamlSession; in_time: boolean }>(sql`
    update saml_sign_ins s
       set ticket_hash = null, asserted = '{}'::jsonb
      from (select id, asserted
              from saml_sign_ins
             where tenant_id = ${tx.tenantId} and id = ${id} and ticket_hash is not null
               for update) was
     where s.tenant_id = ${tx.tenantId} and s.id = was.id
    returning s.user_id, was.asserted -> 'session' as session, s.ticket_expires_at > now() as in_time`)
  return used?.in_time ? { userId: used.user_id, session: used.session } : undefined
}

/**
 * Ends the sessions that a provider started under a name, and returns the users; undefined if the request was already
 * used. Deletes requests of the previous day: they are too old to be accepted.
 */
export async function signOut(
  tx: Tx,
  { requestId, nameId, indexes }: SignOut,
  issuer: string,
): Promise<readonly string[] | undefined> {
  await tx.run(sql`
    delete from saml_sign_outs
     where tenant_id = ${tx.tenantId} and inserted_at < now() - interval '1 day'`)
  const taken = await tx.run(sql`
    insert into saml_sign_outs (tenant_id, request_id)
    values (${tx.tenantId}, ${requestId})
        on conflict do nothing`)
  if (taken === 0) return undefined
  const named = indexes && JSON.stringify(indexes)
  const sessions = sql`(select array_agg(i) from json_array_elements_text(${named}::json) as i)::text[]` // null: all
  // Sign-ins under way would lead to sessions that the provider has ended already.
  await tx.run(sql`
    update saml_sign_ins
       set expires_at = '-infinity', ticket_expires_at = '-infinity'
     where tenant_id = ${tx.tenantId} and asserted -> 'session' ->> 'issuer' = ${issuer}
       and asserted -> 'session' ->> 'nameId' = ${nameId}
       and (${named}::json is null or asserted -> 'session' ->> 'index' = any(${sessions}))`)
  const ended = await tx.rows<{ user_id: string }>(sql`
    select distinct user_id from end_saml_sessions(${issuer}, ${nameId}, ${sessions}) as user_id`)
  return ended.map(({ user_id }) => user_id)
}

/** To whom the word of the tenant's provider about an address led before. */
export const userOf = async (tx: Tx, email: string): Promise<string | undefined> =>
  (
    await tx.maybe<{ user_id: string }>(sql`
      select user_id from saml_users where tenant_id = ${tx.tenantId} and email = ${email}`)
  )?.user_id

export const storeUser = (tx: Tx, email: string, userId: string): Promise<number> =>
  tx.run(sql`
    insert into saml_users (tenant_id, email, user_id)
    values (${tx.tenantId}, ${email}, ${userId})
        on conflict (tenant_id, email) do update set user_id = excluded.user_id`)
