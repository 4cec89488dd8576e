import {
  type Collected,
  type Collecting,
  each,
  isIncomplete,
  read,
  withhold,
} from '../../../kit/index.ts'
import type { Members, Okta } from '../client.ts'
import { membersOf } from '../members.ts'
import { organizationOf } from '../organization.ts'
import { type ActivePolicy, activePolicies } from '../policies.ts'
import { ofRules } from '../rules.ts'
import type { Automation, Organization, Users } from './resources.ts'

const ofGroups = membersOf('list built-in groups')

export const collect = ({ client }: Collecting<Okta>): Collected<Users> => ({
  organizations: each<Okta, Organization>([client], () => ({
    ...organizationOf(client),
    automations: read(() => automationsOf(client)),
    everyone: read(() => everyoneOf(client)),
  })),
})

async function everyoneOf(okta: Okta): Promise<readonly string[]> {
  const ids: string[] = []
  for await (const { id, type, profile } of okta.list('list built-in groups')) {
    if (ofGroups.text(type) !== 'BUILT_IN') continue
    if (ofGroups.members(profile)['name'] === 'Everyone') ids.push(ofGroups.id(id))
  }
  return ids
}

/** An automation is a policy: conditions are in the policy or its rules, and actions in the rules. */
async function automationsOf(okta: Okta): Promise<readonly Automation[]> {
  const automations: Automation[] = []
  for await (const active of activePolicies(okta, 'list lifecycle policies')) {
    if (isIncomplete(active)) return withhold(active.gap)
    for await (const rule of okta.list('list policy rules', active.id)) {
      if (ofRules.text(rule['status']) !== 'ACTIVE') continue
      const automation = automationOf(active, rule)
      if (automation) automations.push(automation)
    }
  }
  return automations
}

function automationOf({ name, policy }: ActivePolicy, rule: Members): Automation | null {
  const both = [policy['conditions'], rule['conditions']].map((conditions) => {
    const { people } = ofRules.optional(conditions)
    return ofRules.optional(people)
  })
  const days = both
    .map(({ users }) => daysOf(ofRules.optional(users)['inactivity']))
    .filter((count) => count !== null)
  if (days.length === 0) return null
  const groups = both
    .map((people) => ofRules.texts(ofRules.optional(people['groups'])['include']))
    .filter((ids) => ids.length > 0)
  const isForAll = both.every(({ users, groups, ...others }) => {
    const { inactivity: _days, ...ofUsers } = ofRules.optional(users)
    const { include: _ids, ...ofGroups } = ofRules.optional(groups)
    return [ofUsers, ofGroups, others].every((some) => Object.values(some).every(isNothing))
  })
  const becomes = outcomeOf(rule['actions'])
  return { name, days: Math.max(...days), becomes, groups, isForAll }
}

/** True for a condition without values; any other may exclude users, whatever its meaning. */
const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0)

function daysOf(inactivity: unknown): number | null {
  if (inactivity === undefined || inactivity === null) return null
  const { number, unit } = ofRules.members(inactivity)
  if (!/^DAYS?$/.test(ofRules.text(unit))) return ofRules.malformed()
  return ofRules.count(number)
}

/** The new state of users, from the first action with one. */
function outcomeOf(actions: unknown): string | null {
  const words = Object.values(ofRules.optional(actions)).flatMap((action) => {
    const { status, action: named, targetStatus } = ofRules.optional(action)
    return [status, named, targetStatus].filter((word) => typeof word === 'string')
  })
  return words.length === 1 ? (words[0] ?? null) : null
}
