import { complete, type Incomplete } from '../../kit/index.ts'
import type { CallName, Members, Okta } from './client.ts'
import { membersOf } from './members.ts'
import { uidOf } from './uids.ts'

export interface ActivePolicy {
  readonly id: string
  readonly uid: string
  readonly name: string
  readonly policy: Members
}

/** The active policies of a list. One whose state is unknown is incomplete. */
export async function* activePolicies(
  okta: Okta,
  call: CallName,
): AsyncGenerator<ActivePolicy | Incomplete> {
  const { id, name, text } = membersOf(call)
  for await (const policy of okta.list(call)) {
    const active = complete(policy, () => {
      if (text(policy['status']) !== 'ACTIVE') return null
      const own = id(policy['id'])
      const uid = uidOf(okta.domain, 'policy', own)
      return { id: own, uid, name: name(policy['name']), policy }
    })
    if (active) yield active
  }
}
