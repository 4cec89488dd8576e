import {
  type Collected,
  type Collecting,
  each,
  once,
  read,
  unread,
  withhold,
} from '../../../kit/index.ts'
import { calls, type CallName, type Members, type Okta } from '../client.ts'
import { membersOf } from '../members.ts'
import { uidOf } from '../uids.ts'
import type { ApiToken, ApiTokens } from './resources.ts'

const of = membersOf('list api tokens')
const ofRoles = membersOf('list user roles')
const ofGroups = membersOf('list user groups')

/** The maximum number of groups of one user whose roles are read, with one call each. */
const mostGroups = 200

export const collect = ({ client }: Collecting<Okta>): Collected<ApiTokens> => {
  const rolesFor = rolesByUser(client)
  return {
    tokens: each<Members, ApiToken>(client.list('list api tokens'), (token) => ({
      uid: uidOf(client.domain, 'api-token', of.id(token['id'])),
      name: of.name(token['name']),
      region: '',
      network: read(async () => {
        const { connection, include, exclude } = of.members(token['network'])
        return {
          connection: of.text(connection),
          include: of.texts(include),
          exclude: of.texts(exclude),
        }
      }),
      roles: read(async () => rolesFor(of.id(token['userId']))),
    })),
  }
}

/** Tokens share users, and users share groups: each is read once. */
function rolesByUser(okta: Okta): (userId: string) => Promise<readonly string[]> {
  const shared = new Map<string, () => Promise<readonly string[]>>()
  const asked = (key: string, ask: () => Promise<readonly string[]>) => {
    const known = shared.get(key) ?? once(ask)
    shared.set(key, known)
    return known()
  }
  const rolesIn = (call: CallName, id: string) =>
    asked(`${call} ${id}`, async () => {
      const roles: string[] = []
      for await (const { type, status } of okta.list(call, id))
        if (ofRoles.text(status) === 'ACTIVE') roles.push(ofRoles.text(type))
      return roles
    })
  return (userId) =>
    asked(userId, async () => {
      const own = await rolesIn('list user roles', userId)
      if (own.includes('SUPER_ADMIN')) return own // no group can add permissions
      const groups: string[] = []
      for await (const { id } of okta.list('list user groups', userId)) {
        groups.push(ofGroups.id(id))
        if (groups.length > mostGroups)
          withhold(
            unread('too_large', { outcome: 'capped', action: calls['list user groups'].scope }),
          )
      }
      const inherited = await Promise.all(groups.map((id) => rolesIn('list group roles', id)))
      return [...new Set([...own, ...inherited.flat()])]
    })
}
