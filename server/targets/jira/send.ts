/** The whole of a dispatch: one issue for a key, whatever was sent before and whatever got lost. */
import type { Egress } from '../../platform/egress/index.ts'
import { NotDelivered } from '../target.ts'
import type { JiraAccess } from './access.ts'
import type { AdfDocument } from './adf.ts'
import type { JiraForm } from './form.ts'
import {
  commentOnce,
  createIssue,
  dispatchLabel,
  findIssue,
  type FoundIssue,
  type JiraIssue,
  type KnownIssue,
  moveIssue,
  readIssue,
  updateIssue,
} from './issues.ts'
import type { JiraDraft } from './rendering.ts'

export interface Dispatch {
  readonly form: JiraForm
  readonly draft: JiraDraft
  /** Identifies the issue: the same key is the same issue. */
  readonly key: string
  /** The issue, where it is known already. */
  readonly known?: Omit<KnownIssue, 'label'> | null
  /** What it is about fails: an issue that is done is opened again. */
  readonly isOpen?: boolean
  /** Written under an issue that was there before, once for its id. */
  readonly comment?: { readonly id: string; readonly body: AdfDocument } | null
}

export interface Dispatched extends JiraIssue {
  readonly outcome: 'created' | 'updated'
  /** Of an issue that was done: whether it could be opened again. */
  readonly reopened?: boolean
}

/** Finds the issue of the key and updates it, or creates it. Throws NotDelivered. */
export async function sendIssue(
  access: JiraAccess,
  egress: Egress,
  dispatch: Dispatch,
  signal?: AbortSignal,
): Promise<Dispatched> {
  const { form, draft, key, known = null, isOpen = false, comment = null } = dispatch
  const label = dispatchLabel(key)
  const labelled = { ...draft, labels: [...new Set([...draft.labels, label])] }
  const kept = known && (await readIssue(access, egress, { ...known, label }, signal))
  const updated = kept && (await update(kept))
  if (updated) return updated
  const { project_key } = form
  const found = await findIssue(access, egress, { project_key, label }, signal)
  const again = found && (await update(found))
  if (again) return again
  const made = await createIssue(access, egress, { form, draft: labelled }, signal)
  return { ...made, outcome: 'created' }

  /** Null where the issue was deleted. */
  async function update(issue: FoundIssue): Promise<Dispatched | null> {
    const { status_category, ...rest } = issue
    // First of all: workflows forbid to edit what is done.
    const reopened = isOpen && status_category === 'done' ? await reopen(issue) : undefined
    try {
      await updateIssue(access, egress, { key: issue.key, draft: labelled }, signal)
    } catch (error) {
      if (error instanceof NotDelivered && error.code === 'not_found') return null
      throw error
    }
    if (comment) await commentOnce(access, egress, { key: issue.key, ...comment }, signal)
    return { ...rest, outcome: 'updated', ...(reopened !== undefined && { reopened }) }
  }

  /** False where its workflow has no way back, or requires unknown fields. */
  async function reopen({ key: issueKey }: FoundIssue): Promise<boolean> {
    try {
      return await moveIssue(
        access,
        egress,
        { key: issueKey, to: ['new', 'indeterminate'] },
        signal,
      )
    } catch (error) {
      if (error instanceof NotDelivered && error.isFinal) return false
      throw error
    }
  }
}
