import { invalid, unauthenticated } from '@plumbline/jsonapi'
import { type AuthMethod, makeApiKey } from '../../platform/auth/index.ts'
import {
  change,
  create,
  type Endpoint,
  list,
  revoke,
  show,
  taken,
  unlessDuplicate,
} from '../../platform/http/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Caller, RightsChanged } from '../../platform/tenancy/index.ts'
import * as keys from './api-keys.ts'
import { lockRights } from './guards.ts'
import { closeOfKeys } from './invitations.ts'
import { checkRank } from './rank.ts'
import { apiKeyChange, apiKeyDraft, apiKeys, newApiKeys } from './resource.ts'

/** Throws 403 for the key of a user who has more rights than the caller. */
async function checkOwnerOf(tx: Tx, caller: Caller, id: string): Promise<void> {
  const key = await keys.keyById(tx, id)
  if (key?.entity && key.entity !== caller.userId) await checkRank(tx, caller, key.entity)
}

/** The key of the request. A lock orders this call and a concurrent revocation. */
export async function madeBy(
  tx: Tx,
  { signedIn, credentialId }: Caller,
): Promise<{ parentId: string | null; authMethod: AuthMethod | null }> {
  if (signedIn) return { parentId: null, authMethod: signedIn.authMethod }
  await lockRights(tx)
  const parent = await keys.parentOf(tx, credentialId)
  if (parent) return parent
  throw unauthenticated('The API key is not valid.', 'api_key_invalid')
}

export const keyRoutes = (now: () => number, rightsChanged: RightsChanged): readonly Endpoint[] => [
  list(
    apiKeys,
    '/api-keys',
    {
      may: 'manage_account',
      tag: 'API Keys',
      operationId: 'api_keys_list',
      summary: 'List API keys',
    },
    ({ tx, query }) => keys.keyPage(tx, query),
  ),
  create(
    newApiKeys,
    '/api-keys',
    {
      may: 'manage_account',
      draft: apiKeyDraft,
      tag: 'API Keys',
      operationId: 'api_keys_create',
      summary: 'Create an API key; it is shown once',
    },
    async ({ tx, caller, input }) => {
      const expiresAt = input.expires_at ?? null
      const at = '/data/attributes/expires_at'
      if (expiresAt !== null && Date.parse(expiresAt) <= now()) {
        throw invalid(at, 'Must be in the future.')
      }
      // Otherwise a key that expires in an hour could create one that never expires.
      const until = caller.by === 'key' ? new Date(caller.expiresAt * 1_000).toISOString() : null
      const seconds = Math.floor(Date.parse(expiresAt ?? '') / 1_000)
      if (until !== null && seconds > caller.expiresAt) {
        throw invalid(
          at,
          `A key created with an API key must expire no later than that key: ${until}.`,
        )
      }
      const made = makeApiKey()
      const origin = await madeBy(tx, caller)
      const about = { name: input.name, userId: caller.userId, expiresAt, until, ...origin }
      const row = await unlessDuplicate(taken('/data/attributes/name'), () =>
        keys.insertKey(tx, { ...made, ...about }),
      )
      return { ...row, api_key: made.key }
    },
  ),
  show(
    apiKeys,
    '/api-keys/:id',
    {
      may: 'manage_account',
      tag: 'API Keys',
      operationId: 'api_keys_retrieve',
      summary: 'Get an API key',
    },
    ({ tx, id }) => keys.keyById(tx, id),
  ),
  change(
    apiKeys,
    '/api-keys/:id',
    {
      may: 'manage_account',
      draft: apiKeyChange,
      tag: 'API Keys',
      operationId: 'api_keys_partial_update',
      summary: 'Rename an API key',
    },
    async ({ tx, id, caller, input }) => {
      await checkOwnerOf(tx, caller, id)
      return unlessDuplicate(taken('/data/attributes/name'), () =>
        keys.renameKey(tx, id, input.name),
      )
    },
  ),
  revoke(
    apiKeys,
    '/api-keys/:id/revoke',
    {
      may: 'manage_account',
      tag: 'API Keys',
      operationId: 'api_keys_revoke_destroy',
      summary: 'Revoke an API key, the keys created with it, and invitations sent with them',
    },
    async ({ tx, id, caller }) => {
      await lockRights(tx)
      await checkOwnerOf(tx, caller, id)
      const revoked = await keys.revokeKey(tx, id)
      await closeOfKeys(tx, revoked)
      for (const credential of revoked) rightsChanged(tx, { kind: 'key', credential })
      const key = await keys.keyById(tx, id)
      if (key && revoked.length === 0) throw invalid('/data/id', 'This key is already revoked.')
      return key
    },
  ),
]
