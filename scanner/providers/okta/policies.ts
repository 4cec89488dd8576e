import type { CallName, Members, Okta } from './client.ts'
import { membersOf } from './members.ts'
import { uidOf } from './uids.ts'

export interface ActivePolicy {
  readonly id: string
  readonly uid: string
  readonly name: string
  readonly policy: Members
}

/** The active policies of a list. */
export async function* activePolicies(okta: Okta, call: CallName): AsyncGenerator<ActivePolicy> {
  const { id, name, text } = membersOf(call)
  for await (const policy of okta.list(call)) {
    if (text(policy['status']) !== 'ACTIVE') continue
    const own = id(policy['id'])
    yield { id: own, uid: uidOf(okta.domain, 'policy', own), name: name(policy['name']), policy }
  }
}
