/** One decision about every finding that filters let through. Where it cannot be made, a finding stays as it is. */
import { integer, list, nullable, object, text } from '@plumbline/jsonapi'
import type { Tx } from '../../platform/db/index.ts'
import { type Task, taskWith } from '../../platform/tasks/index.ts'
import type { Rights } from '../../platform/tenancy/index.ts'
import type { CheckCatalog } from '../checks/index.ts'
import { triage, type Triage } from '../versions/index.ts'
import { walked, walkInput, walkOver, walkShown } from '../findings/index.ts'
import { type Decision, decideAll, outcomeOf } from './bulk.ts'
import { refusals } from './deciding.ts'

const may = 'manage_scans'

interface Refused {
  readonly code: string
  readonly detail: string
  readonly count: number
}

/** Each reason once, with how many findings stayed for it. */
function withRefused(held: readonly Refused[], code: string, detail: string): Refused[] {
  const found = held.find((one) => one.code === code)
  return found
    ? held.map((one) => (one === found ? { ...one, count: one.count + 1 } : one))
    : [...held, { code, detail, count: 1 }]
}

export const setMatchingTriages = taskWith(
  'finding-triages-set',
  ({ catalog }: { readonly catalog: CheckCatalog }) => ({
    input: {
      ...walkInput,
      status: triage,
      note: nullable(text),
      changed: integer,
      refused: list(object({ code: text, detail: text, count: integer })),
    },
    may: may as typeof may,
    async run(input, running) {
      const { changed, refused } = await walked(running, catalog, input, {
        may,
        async part(tx, findings, walk) {
          const { user_id: userId, status, note } = walk
          const decision: Decision = { status, ...(note !== null && { note }) }
          const outcomes = await decideAll(tx, { userId }, findings, decision)
          return findings.reduce((so, finding) => {
            const outcome = outcomeOf(outcomes, finding)
            return outcome === 'decided'
              ? { ...so, changed: so.changed + 1 }
              : { ...so, refused: withRefused(so.refused, outcome.code, outcome.detail) }
          }, walk)
        },
      })
      return { changed, refused }
    },
  }),
)

interface Asked {
  readonly query: string
  readonly status: Triage
  readonly note?: string
}

/** What no finding could have is refused before anything is queued. */
function checkDecision({ status, note }: Asked): void {
  if (status === 'reopened') throw refusals.only_scans
  if (status === 'resolved' && note === undefined) throw refusals.no_evidence
}

export async function queueTriages(
  tx: Tx,
  rights: Rights,
  catalog: CheckCatalog,
  asked: Asked,
): Promise<Task> {
  checkDecision(asked)
  const walk = await walkOver(tx, rights, catalog, asked.query)
  const { status, note = null } = asked
  return setMatchingTriages.enqueue(
    tx,
    { ...walk, status, note, changed: 0, refused: [] },
    { user_id: rights.userId, task_args: { status }, metadata: walkShown(walk) },
  )
}
