// The origins of values in workflows, as far as they matter for a verdict.
import { isPullRequestCode, isUntrusted, namesPullRequest } from './contexts.ts'
import type { Reference } from './expressions.ts'

/** The origins of a value. Each member is the first origin of its kind as written, or null if there is none. */
export interface Sources {
  /** A context with text of untrusted users. */
  readonly untrusted: string | null
  /** A context that selects code of a pull request. */
  readonly pullRequest: string | null
  /** A value that cannot be read from the workflows of the repository. */
  readonly unknown: string | null
}

export const nothing: Sources = { untrusted: null, pullRequest: null, unknown: null }
export const unknown = (what: string): Sources => ({ ...nothing, unknown: what })

export const merged = (one: Sources, other: Sources): Sources => ({
  untrusted: one.untrusted ?? other.untrusted,
  pullRequest: one.pullRequest ?? other.pullRequest,
  unknown: one.unknown ?? other.unknown,
})

export const union = (all: Iterable<Sources>): Sources => {
  let sum = nothing
  for (const one of all) sum = merged(sum, one)
  return sum
}

export const ofGitHub = (reference: Reference): Sources => ({
  untrusted: isUntrusted(reference) ? reference.text : null,
  pullRequest: isPullRequestCode(reference) ? reference.text : null,
  unknown: null,
})

/** A reference of a pull request that is written in the workflow. */
export const ofLiteral = (text: string): Sources =>
  namesPullRequest(text) ? { ...nothing, pullRequest: 'refs/pull' } : nothing

export const headReference: Sources = {
  untrusted: 'GITHUB_HEAD_REF',
  pullRequest: 'GITHUB_HEAD_REF',
  unknown: null,
}
