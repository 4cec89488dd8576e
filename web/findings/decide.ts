/**
 * Decisions about findings: displayed immediately, reverted with the reason if the API rejects them, and undoable if
 * possible.
 */
import { change, create, destroy } from '../api/client.ts'
import type { Included, Page, Row } from '../api/documents.ts'
import { queryClient, refetch } from '../api/hooks.ts'
import { taskEnded, taskOfRule } from '../api/tasks.ts'
import { done, failed } from '../kit/toast.tsx'
import { counted, words } from '../kit/words.ts'
import { type Chosen, mostDecided } from './chosen.ts'
import { decisions } from './filters.ts'

export type TriageStatus = Row<'findings'>['triage_status']

type Held =
  | Page<'findings'>
  | { readonly row: Row<'findings'>; readonly included: Included }
  | undefined

const isOfFindings = ({ queryKey: [path] }: { readonly queryKey: readonly unknown[] }): boolean =>
  typeof path === 'string' && path.startsWith('/findings/')

/** Updates findings in every cached list; returns the function that reverts it. */
function showChanged(
  ids: ReadonlySet<string>,
  changed: (row: Row<'findings'>) => Partial<Row<'findings'>>,
): () => void {
  const before = queryClient.getQueriesData<Held>({ predicate: isOfFindings })
  const edited = (row: Row<'findings'>): Row<'findings'> =>
    ids.has(row.id) ? { ...row, ...changed(row) } : row
  queryClient.setQueriesData<Held>({ predicate: isOfFindings }, (held) => {
    if (!held) return held
    if ('rows' in held)
      return held.rows.some(({ id }) => ids.has(id))
        ? { ...held, rows: held.rows.map(edited) }
        : held
    return 'row' in held ? { ...held, row: edited(held.row) } : held
  })
  return () => {
    for (const [key, held] of before) queryClient.setQueryData(key, held)
  }
}

export const reread = (): Promise<void> =>
  refetch('/findings', '/finding-groups', '/finding-triages')

interface Decision {
  readonly status: TriageStatus
  readonly note?: string | undefined
  /** Findings that no longer have this status are not changed. */
  readonly expected_status?: TriageStatus
}

export interface Following {
  /** Called with the number of findings sent so far. */
  readonly onProgress?: ((asked: number) => void) | undefined
  /** Called when cached data of these findings is outdated. */
  readonly onDecided?: ((ids: ReadonlySet<string>, status: TriageStatus) => void) | undefined
  /** Stops after the current request; decisions up to then are kept. */
  readonly signal?: AbortSignal | undefined
}

/** Throws the first error if nothing was changed; otherwise displays the findings that were not changed. */
export async function decide(
  findings: readonly Chosen[],
  decision: Decision,
  { onDecided, ...following }: Following = {},
): Promise<void> {
  const { status } = decision
  const back = showChanged(new Set(findings.map(({ id }) => id)), (row) => ({
    triage_status: status,
    ...(status === 'resolved' && row.raw_status === 'MANUAL' && { status: 'PASS' as const }),
  }))
  const outcome = await decideAll(findings, decision, following).catch((error: Error) => {
    back()
    throw error
  })
  const { accepted } = outcome
  if (accepted.size === 0) {
    back()
    throw new Error(whyStayed(findings, outcome) ?? 'No finding was changed.')
  }
  onDecided?.(accepted, status)
  const changed = findings.filter((one) => accepted.has(one.id) && one.triage_status !== status)
  const canGoBack = changed.filter(isSettable)
  const undo = {
    label: 'Undo',
    run: () => void undone({ changed, canGoBack, status }, onDecided).catch(failed),
  }
  const said = `${counted(accepted.size, 'finding')} set to ${words(status)}.`
  done(said, canGoBack.length > 0 ? undo : undefined)
  const stayed = whyStayed(findings, outcome)
  if (stayed) failed(new Error(stayed))
  await reread()
}

/** Only scans resolve and reopen findings, so users cannot restore these statuses. */
const isSettable = ({ triage_status }: Chosen): boolean =>
  decisions.some((one) => one === triage_status)

interface Decided {
  readonly changed: readonly Chosen[]
  readonly canGoBack: readonly Chosen[]
  /** The status that the user set. Findings with another status were changed since then and keep it. */
  readonly status: TriageStatus
}

/** Restores the previous status of findings. Reports the number of restored findings and the failures. */
async function undone(
  { changed, canGoBack, status: expected_status }: Decided,
  onDecided: Following['onDecided'],
): Promise<void> {
  const kept = changed.length - canGoBack.length
  const stayed =
    kept > 0
      ? [
          `${counted(kept, 'finding')} not restored: only a scan can set a finding to resolved or reopened.`,
        ]
      : []
  let back = 0
  for (const [status, some] of Map.groupBy(canGoBack, ({ triage_status }) => triage_status)) {
    const outcome = await decideAll(some, { status, expected_status }).catch((error: Error) => ({
      ...nothing,
      stopped: error,
    }))
    back += outcome.accepted.size
    onDecided?.(outcome.accepted, status)
    const why = whyStayed(some, outcome)
    if (why) stayed.push(why)
  }
  await reread()
  if (back > 0) done(`${counted(back, 'finding')} restored. Their notes are kept.`)
  if (stayed.length > 0) failed(new Error(stayed.join(' ')))
}

interface Outcome {
  readonly accepted: ReadonlySet<string>
  readonly refused: Row<'finding-triages-bulk'>['refused']
  /** The error because of which the rest was not sent. */
  readonly stopped: Error | null
}
const nothing: Outcome = { accepted: new Set(), refused: [], stopped: null }

/** Describes the findings that were not changed and the reason; null if all were changed. */
function whyStayed(
  findings: readonly Chosen[],
  { accepted, refused: [first], stopped }: Outcome,
): string | null {
  const why = first?.detail ?? stopped?.message
  return why === undefined
    ? null
    : `${counted(findings.length - accepted.size, 'finding')} not changed: ${why}`
}

/** Sends as many requests as needed. Throws if the first one fails. */
async function decideAll(
  findings: readonly Chosen[],
  decision: Decision,
  { onProgress, signal }: Following = {},
): Promise<Outcome> {
  const accepted = new Set<string>()
  const refused: Outcome['refused'][number][] = []
  for (let from = 0; from < findings.length; from += mostDecided) {
    if (signal?.aborted)
      return { accepted, refused, stopped: new Error('The operation was stopped.') }
    const some = findings.slice(from, from + mostDecided)
    try {
      const answer = await decideSome(some, decision)
      for (const id of answer.finding_ids) accepted.add(id)
      refused.push(...answer.refused)
    } catch (error) {
      if (from === 0) throw error
      return { accepted, refused, stopped: error as Error }
    }
    onProgress?.(from + some.length)
  }
  return { accepted, refused, stopped: null }
}

type Answer = Pick<Row<'finding-triages-bulk'>, 'finding_ids' | 'refused'>

/** A single finding is sent separately, so that the API's error names the field. */
async function decideSome(findings: readonly Chosen[], decision: Decision): Promise<Answer> {
  const ids = findings.map(({ id }) => id)
  if (ids.length === 1 && decision.expected_status === undefined) {
    const draft = { type: 'finding-triages', attributes: decision }
    await change(`/findings/${ids[0]}/triage`, draft)
    return { finding_ids: ids, refused: [] }
  }
  const answer = await create<'finding-triages-bulk'>('/finding-triages/bulk', {
    type: 'finding-triages-bulk',
    attributes: { finding_ids: ids, ...decision },
  })
  return answer ?? { finding_ids: ids, refused: [] }
}

export interface MuteDraft {
  readonly name: string
  readonly reason: string
  readonly expires_at?: string | undefined
}

/** Hides findings by a rule, which Undo deletes. Throws the API's errors. */
export async function mute(ids: readonly string[], draft: MuteDraft): Promise<void> {
  const rule = await create<'mute-rules'>('/mute-rules', {
    type: 'mute-rules',
    attributes: { ...draft, finding_ids: ids },
  })
  showChanged(new Set(ids), () => ({ muted: true, muted_reason: draft.reason }))
  const undo = async (): Promise<void> => {
    if (rule) await destroy(`/mute-rules/${rule.id}`)
    await reread()
    done(`Rule “${draft.name}” deleted. Its findings are no longer muted.`)
  }
  done(`${counted(ids.length, 'finding')} muted by rule “${draft.name}”.`, {
    label: 'Undo',
    run: () => void undo().catch(failed),
  })
  const task = taskOfRule(rule)
  if (task === undefined) return reread()
  void taskEnded(task).then(reread).catch(failed) // lists show the findings as muted meanwhile
}
