import {
  CallProblem,
  type Collected,
  type Collecting,
  each,
  once,
  read,
  serviceAbsent,
  unread,
  withhold,
} from '../../../kit/index.ts'
import { type Account, type CallName, calls, type GitHub, type Members } from '../client.ts'
import { organizationUid } from '../uids.ts'
import type { Organization, Organizations } from './resources.ts'

const call = 'GET /orgs/{org}' satisfies CallName

export const collect = ({ client }: Collecting<GitHub>): Collected<Organizations> => ({
  organizations: each<Account, Organization>(organization(client), ({ id, login }) => {
    const whole = once(() => client.object(call, `/orgs/${login}`))
    return {
      uid: organizationUid(id),
      name: login,
      region: '',
      default_repository_permission: read(async () => basePermission(await whole())),
      members_can_create: read(async () => creatable(await whole())),
      members_can_delete: read(async () => flag(await whole(), 'members_can_delete_repositories')),
      requires_two_factor: read(async () => flag(await whole(), 'two_factor_requirement_enabled')),
      is_verified: read(async () => flag(await whole(), 'is_verified')),
    }
  }),
})

/** A user has no settings of organizations. */
async function* organization({ account }: GitHub): AsyncGenerator<Account> {
  if (!account.isOrganization)
    throw new CallProblem(serviceAbsent, 'error', null, `${account.login} is a user.`)
  yield account
}

/** GitHub omits, or returns null for, values that only owners may see. */
const notShown = () => withhold(unread('not_shown', { action: calls[call] }))

function flag(whole: Members, name: string): boolean {
  const value = whole[name]
  return typeof value === 'boolean' ? value : notShown()
}

const permissions = new Set(['none', 'read', 'write', 'admin'])

function basePermission({ default_repository_permission: value }: Members): string {
  return typeof value === 'string' && permissions.has(value) ? value : notShown()
}

const kinds = ['public', 'private', 'internal'] as const

/** By kind if that is visible; internal ones exist only in enterprises. */
function creatable(whole: Members): readonly string[] {
  const shown = kinds.filter((kind) => whole[`members_can_create_${kind}_repositories`] === true)
  if (shown.length > 0) return shown
  if (flag(whole, 'members_can_create_repositories')) return ['some']
  return []
}
