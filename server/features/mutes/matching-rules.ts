/** Rules over every finding that filters let through: each of as many as one rule takes, written a part at a time. */
import { conflict, integer, list, nullable, text, timestamp, uuid } from '@plumbline/jsonapi'
import { audit } from '../../platform/audit/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { type Task, taskWith } from '../../platform/tasks/index.ts'
import type { Rights } from '../../platform/tenancy/index.ts'
import type { CheckCatalog } from '../checks/index.ts'
import { keyText, type NamedFinding } from '../versions/index.ts'
import { partSize, type Walk, walked, walkInput, walkOver, walkShown } from '../findings/index.ts'
import { mostFindings } from './resource.ts'
import { reEvaluateAll } from './re-evaluation.ts'
import { insertRule } from './rule-changes.ts'
import * as store from './store.ts'

const may = 'manage_scans'

interface Asked {
  readonly name: string
  readonly reason: string
  readonly expires_at: string | null
}

interface Muting extends Walk, Asked {
  readonly muted: number
  /** Findings that another rule named before. */
  readonly named_already: number
  readonly mute_rules: readonly string[]
  /** Findings of the last rule. */
  readonly in_rule: number
}

/** Names are unique and short. */
const namesLike = (name: string, from: number): string[] =>
  Array.from({ length: 100 }, (_, index) => `${name.slice(0, 94)} ${from + index}`)

/** The rule that takes these findings: the last one as long as it has room. */
async function addToRule(
  tx: Tx,
  findings: readonly NamedFinding[],
  { name, reason, expires_at, mute_rules, in_rule, user_id }: Muting,
  mostInRule: number,
): Promise<Pick<Muting, 'mute_rules' | 'in_rule'>> {
  const last = mute_rules.at(-1)
  if (last !== undefined && in_rule + findings.length <= mostInRule) {
    if (!(await store.holdRule(tx, last))) throw gone()
    await store.extendRule(tx, last, findings)
    await reEvaluateAll(tx, findings, user_id)
    return { mute_rules, in_rule: in_rule + findings.length }
  }
  const isFirst = last === undefined
  const free = await store.freeName(tx, [
    ...(isFirst ? [name] : []),
    ...namesLike(name, mute_rules.length + 1),
  ])
  if (free === undefined) throw nameTaken()
  const rule = { name: free, reason, expires_at, owner: user_id, findings }
  const id = await insertRule(tx, rule, user_id)
  const after = { name: free, reason, expires_at }
  const event = { action: 'mute-rules-create', resourceType: 'mute-rules', resourceId: id, after }
  await audit(tx, { ...event, actorId: user_id })
  return { mute_rules: [...mute_rules, id], in_rule: findings.length }
}

const gone = () =>
  conflict(
    '/data/attributes/name',
    'The rule was disabled or deleted while findings were added to it. The remaining findings were not changed.',
    'rule_gone',
  )
const nameTaken = () => conflict('/data/attributes/name', 'Another rule already has this name.')

interface Sizes {
  /** Of a transaction, and not more than of a rule. */
  readonly part: number
  readonly rule: number
}

interface MatchingServices {
  readonly catalog: CheckCatalog
  readonly sizes?: Sizes
}

export const muteMatching = taskWith(
  'mute-rules-create',
  ({ catalog, sizes = { part: partSize, rule: mostFindings } }: MatchingServices) => ({
    input: {
      ...walkInput,
      name: text,
      reason: text,
      expires_at: nullable(timestamp),
      muted: integer,
      named_already: integer,
      mute_rules: list(uuid),
      in_rule: integer,
    },
    may: may as typeof may,
    async run(input, running) {
      const { muted, named_already, mute_rules } = await walked<Muting>(running, catalog, input, {
        may,
        most: sizes.part,
        async part(tx, findings, walk) {
          await store.lockFindings(tx, findings)
          const named = new Set(
            (await store.overlapping(tx, store.among(findings), null)).map(keyText),
          )
          const free = findings.filter((one) => !named.has(keyText(one)))
          const to = free.length > 0 ? await addToRule(tx, free, walk, sizes.rule) : {}
          return {
            ...walk,
            ...to,
            muted: walk.muted + free.length,
            named_already: walk.named_already + named.size,
          }
        },
      })
      return { muted, named_already, mute_rules }
    },
  }),
)

/** Throws when a rule of this name is there, or when filters are wrong, or let through none or too many. */
export async function queueRules(
  tx: Tx,
  rights: Rights,
  catalog: CheckCatalog,
  { query, ...asked }: Asked & { readonly query: string },
): Promise<Task> {
  if ((await store.freeName(tx, [asked.name])) === undefined) throw nameTaken()
  const walk = await walkOver(tx, rights, catalog, query)
  const nothing = { muted: 0, named_already: 0, mute_rules: [], in_rule: 0 }
  return muteMatching.enqueue(
    tx,
    { ...walk, ...asked, ...nothing },
    {
      user_id: rights.userId,
      task_args: { name: asked.name },
      metadata: walkShown(walk),
    },
  )
}
