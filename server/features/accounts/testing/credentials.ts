/** Every kind of credential that a request can bring, each in a tenant that is made for one request. */
import { readMetadata } from '../saml/metadata.ts'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import {
  type AuthMethod,
  codeOf,
  hashOfId,
  hashPassword,
  makeApiKey,
  noPassword,
  signingKeys,
  stepAt,
  tokens,
} from '../../../platform/auth/index.ts'
import { permissions } from '../../../platform/tenancy/index.ts'
import { masterKey, vault } from '../../../platform/vault/index.ts'
import { Client, password, type World } from '../../../testing/index.ts'

export const kinds = [
  'nobody',
  'fresh',
  'old',
  'social',
  'social_old',
  'saml',
  'saml_old',
  'saml_of_two_tenants',
  'assigned',
  'with_factor',
  'with_factor_and_code',
  'refresh_token',
  'expired',
  'before_a_new_password',
  'signed_out',
  'of_former_member',
  'of_another_tenant',
  'key',
  'revoked_key',
  'expired_key',
  'key_of_a_revoked_key',
] as const
export type Kind = (typeof kinds)[number]

/** Credentials that no user has any more: requests that need authentication return 401. */
export const ended: readonly Kind[] = [
  'nobody',
  'saml_of_two_tenants',
  'refresh_token',
  'expired',
  'before_a_new_password',
  'signed_out',
  'of_former_member',
  'revoked_key',
  'expired_key',
  'key_of_a_revoked_key',
]

/** A tenant with all that a request may name, and one of its owners, the caller. */
export interface Scene {
  readonly client: Client
  /** The owner's proof: the password, and the code of the authenticator app if there is one. */
  readonly proof: { readonly current_password: string; readonly otp?: string }
  readonly tenantId: string
  readonly userId: string
  readonly email: string
  readonly membershipId: string
  /** A second owner, who is in this tenant alone. */
  readonly otherId: string
  readonly otherMembershipId: string
  /** Another tenant of the caller; for a bound session, the same one. */
  readonly secondTenantId: string
  readonly roleId: string
  readonly spareRoleId: string
  readonly groupId: string
  readonly providerId: string
  readonly otherKeyId: string
  readonly identityId: string
  readonly configId: string
  readonly domain: string
  readonly invitationId: string
  /** Into another user's tenant. */
  readonly invitationToken: string
  readonly refreshToken: string
  readonly sessionId: string
  /** Another session of the caller. */
  readonly laterSessionId: string
  code(): string
}

const oldSeconds = 11 * 60
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const everything = [...permissions, 'unlimited_visibility']

interface About {
  readonly authMethod: AuthMethod
  readonly age: number
}
const sessions: Partial<Record<Kind, About>> = {
  old: { authMethod: 'password', age: oldSeconds },
  social: { authMethod: 'social', age: 0 },
  social_old: { authMethod: 'social', age: oldSeconds },
  saml: { authMethod: 'saml', age: 0 },
  saml_old: { authMethod: 'saml', age: oldSeconds },
  saml_of_two_tenants: { authMethod: 'saml', age: 0 },
  assigned: { authMethod: 'assigned_password', age: 0 },
}
const bound: readonly Kind[] = ['saml', 'saml_old', 'assigned']

/** Makes scenes in a world whose product has the same keys and clock. */
export async function scenes(w: World, metadata: string) {
  const { config, test } = w
  const box = vault(masterKey({ setting: config.encryptionKey, file: '' }))
  const keys = await signingKeys(test.database, box, config.tokenSigningKey)
  const issuing = {
    issuer: config.tokenIssuer,
    audience: config.tokenAudience,
    accessMinutes: config.accessMinutes,
    refreshMinutes: config.refreshMinutes,
    idleMinutes: config.idleMinutes,
  }
  const issued = tokens(keys, issuing, Date.now)
  const longAgo = tokens(keys, issuing, () => Date.now() - 3 * 3_600_000)
  const hash = await hashPassword(password)
  const believed = JSON.stringify(readMetadata(metadata)).replaceAll("'", "''")

  return async (kind: Kind, { hasFactor = false } = {}): Promise<Scene> => {
    const id = randomUUID
    const [tenantId, userId, otherId, second, hostTenant, host] = [
      id(),
      id(),
      id(),
      id(),
      id(),
      id(),
    ]
    const [roleId, spareRoleId, adminId, groupId, providerId] = [id(), id(), id(), id(), id()]
    const [membershipId, otherMembershipId, otherKeyId, identityId] = [id(), id(), id(), id()]
    const [configId, invitationId, sessionId] = [id(), id(), id()]
    const [laterSessionId, otherSessionId, hostSessionId] = [id(), id(), id()]
    const email = `${userId}@example.com`
    const domain = `${tenantId}.example`
    const invitationToken = randomBytes(16).toString('base64url')
    const hasSecond = !bound.includes(kind)
    const confirmed = hasFactor || kind.startsWith('with_factor')
    const secret = randomBytes(20)
    const sealed = box
      .sealGlobal({ table: 'second_factors', id: userId, column: 'sealed' }, secret)
      .toString('hex')
    const { authMethod, age } = sessions[kind] ?? { authMethod: 'password', age: 0 }
    const subject = {
      userId,
      tenantId,
      sessionId,
      epoch: kind === 'before_a_new_password' ? -1 : 0,
      authTime: Math.floor(Date.now() / 1_000) - age,
      authMethod,
    } as const
    const refresh = await issued.refresh(subject)
    const [key, parent] = [makeApiKey(), makeApiKey()]
    const [keyId, parentId] = [id(), id()]
    const stored = kind.startsWith('social') ? noPassword : hash
    const columns = everything.join(', ')
    const all = everything.map(() => 'true').join(', ')
    const keyRow = (of: string, name: string, made: typeof key, more: string, from = 'null') => `
      insert into api_keys (tenant_id, id, user_id, name, prefix, hash, expires_at, parent_id)
      values ('${tenantId}', '${of}', '${userId}', '${name}', '${made.prefix}',
              '\\x${made.hash.toString('hex')}', now() + interval '${more}', ${from});`
    await test.administer(`
      insert into users (id, email, name, password_hash, password_assigned)
      values ('${userId}', '${email}', 'Who asks', '${stored}', ${kind === 'assigned'}),
             ('${otherId}', '${otherId}@example.com', 'Another', '${hash}', false),
             ('${host}', '${host}@example.com', 'A host', '${hash}', false);
      insert into tenants (id, name)
      values ('${tenantId}', 'One'), ('${second}', 'Two'), ('${hostTenant}', 'Three');
      insert into memberships (tenant_id, id, user_id, role)
      values ('${tenantId}', '${membershipId}', '${userId}', 'owner'),
             ('${tenantId}', '${otherMembershipId}', '${otherId}', 'owner'),
             ('${hostTenant}', '${id()}', '${host}', 'owner');
      insert into roles (tenant_id, id, name, ${columns})
      values ('${tenantId}', '${adminId}', 'admin', ${all}),
             ('${hostTenant}', '${adminId}', 'admin', ${all}),
             ('${second}', '${adminId}', 'admin', ${all});
      insert into roles (tenant_id, id, name)
      values ('${tenantId}', '${roleId}', 'a role'), ('${tenantId}', '${spareRoleId}', 'a spare one');
      insert into user_roles (tenant_id, user_id, role_id)
      values ('${tenantId}', '${userId}', '${adminId}'), ('${tenantId}', '${otherId}', '${adminId}'),
             ('${tenantId}', '${otherId}', '${roleId}'), ('${hostTenant}', '${host}', '${adminId}');
      ${
        hasSecond
          ? `insert into memberships (tenant_id, id, user_id, role)
             values ('${second}', '${id()}', '${userId}', 'owner');
             insert into user_roles (tenant_id, user_id, role_id)
             values ('${second}', '${userId}', '${adminId}');`
          : ''
      }
      insert into providers (tenant_id, id, provider, uid)
      values ('${tenantId}', '${providerId}', 'aws', '${providerId}');
      insert into provider_groups (tenant_id, id, name) values ('${tenantId}', '${groupId}', 'a group');
      insert into invitations (tenant_id, id, email, token_hash, inviter_id, expires_at)
      values ('${tenantId}', '${invitationId}', 'guest@example.com', '', '${otherId}', now() + interval '3 days'),
             ('${hostTenant}', '${id()}', '${email}', '\\x${sha256(invitationToken)}', '${host}',
              now() + interval '3 days');
      insert into invitation_roles (tenant_id, invitation_id, role_id)
      values ('${tenantId}', '${invitationId}', '${roleId}');
      insert into saml_domains (email_domain, tenant_id) values ('${domain}', '${tenantId}');
      insert into saml_configurations (tenant_id, id, email_domain, metadata_xml, identity_provider, by_owner)
      values ('${tenantId}', '${configId}', '${domain}', '${metadata.replaceAll("'", "''")}', '${believed}', true);
      insert into user_identities (id, issuer, subject, user_id, email)
      values ('${identityId}', 'https://issuer.example', '${userId}', '${userId}', '${email}');
      insert into second_factors (user_id, id, sealed, confirmed_at)
      values ('${userId}', '${id()}', '\\x${sealed}', ${confirmed ? 'now()' : 'null'});
      insert into second_factors (user_id, id, sealed, confirmed_at)
      values ('${otherId}', '${id()}', '\\x00', now());
      insert into refresh_families (id, user_id, tenant_id, current_hash, expires_at, auth_time, auth_method)
      values ('${sessionId}', '${userId}', '${tenantId}', '\\x${hashOfToken(refresh.token)}',
              now() + interval '1 day', to_timestamp(${subject.authTime}), '${authMethod}'),
             ('${laterSessionId}', '${userId}', '${tenantId}', '',
              now() + interval '1 day', now(), '${authMethod}'),
             ('${otherSessionId}', '${otherId}', '${tenantId}', '',
              now() + interval '1 day', to_timestamp(${subject.authTime}), '${authMethod}'),
             ('${hostSessionId}', '${host}', '${hostTenant}', '',
              now() + interval '1 day', to_timestamp(${subject.authTime}), '${authMethod}');
      ${keyRow(parentId, 'the first', parent, '1 day')}
      ${keyRow(keyId, 'the own', key, kind === 'expired_key' ? '-1 day' : '1 day', kind === 'key_of_a_revoked_key' ? `'${parentId}'` : 'null')}
      ${keyRow(otherKeyId, 'another', makeApiKey(), '1 day')}`)

    const who = { tenantId, userId, email }
    const client = (authorization: string): Client => new Client(w.base, { ...who, authorization })
    const session = client(`Bearer ${await issued.access(subject)}`)
    const revoke = async (of: string): Promise<void> => {
      const other = { ...subject, userId: otherId, sessionId: otherSessionId }
      const owner = client(`Bearer ${await issued.access(other)}`)
      const { status, text } = await owner.ask('DELETE', `/api-keys/${of}/revoke`)
      if (status !== 200) throw new Error(`The key was not revoked: ${text}`)
    }
    const asking = async (): Promise<Client> => {
      if (kind === 'nobody') return client('')
      if (kind === 'refresh_token') return client(`Bearer ${refresh.token}`)
      if (kind === 'expired') return client(`Bearer ${await longAgo.access(subject)}`)
      if (kind === 'of_another_tenant') {
        const theirs = {
          ...subject,
          userId: host,
          tenantId: hostTenant,
          sessionId: hostSessionId,
        }
        return client(`Bearer ${await issued.access(theirs)}`)
      }
      if (kind === 'of_former_member')
        await test.administer(`delete from memberships where id = '${membershipId}'`)
      if (kind === 'signed_out')
        await test.administer(`select end_session('${userId}', '${sessionId}')`)
      if (kind === 'revoked_key') await revoke(keyId)
      if (kind === 'key_of_a_revoked_key') await revoke(parentId)
      return kind.includes('key') ? client(`Api-Key ${key.key}`) : session
    }
    const code = (): string => codeOf(secret, stepAt(Date.now()))
    const proof = {
      current_password: password,
      ...(kind === 'with_factor_and_code' && { otp: code() }),
    }
    return {
      client: await asking(),
      proof,
      ...who,
      membershipId,
      otherId,
      otherMembershipId,
      secondTenantId: hasSecond ? second : tenantId,
      roleId,
      spareRoleId,
      groupId,
      providerId,
      otherKeyId,
      identityId,
      configId,
      domain,
      invitationId,
      invitationToken,
      refreshToken: refresh.token,
      sessionId,
      laterSessionId,
      code,
    }
  }
}

function hashOfToken(token: string): string {
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
  return hashOfId(String((JSON.parse(claims) as { jti: string }).jti)).toString('hex')
}
