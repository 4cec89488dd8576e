// Converts results of the policy engine for checks: a verdict is withheld if the engine has no rule, never guessed.
import { unread, withhold } from '../../../kit/index.ts'
import { type LetIn, type Question, servicesFor, whoIsLetIn } from './access.ts'
import type { Statement } from './document.ts'
import { isService } from './services.ts'

export type Known = Exclude<LetIn, { readonly who: 'cannot tell' }>

/**
 * Returns the allowed principals for a judge. A condition without a rule is a gap of the record, named in the reason.
 */
export function letInBy(statements: readonly Statement[], question: Question): Known {
  const answer = whoIsLetIn(statements, question)
  return answer.who === 'cannot tell'
    ? withhold(unread(`no_rule:${answer.condition}`, { outcome: 'error' }))
    : answer
}

/** Returns the statement that allows everyone, if there is one. */
export function opening(statements: readonly Statement[], question: Question): Statement | null {
  const answer = letInBy(statements, question)
  return answer.who === 'public' ? answer.by : null
}

/** Access through a service is less severe than direct public access. */
export const weight = ({ principals }: Statement): { readonly severity?: 'medium' } =>
  principals.length > 0 && principals.every(isService) ? { severity: 'medium' } : {}

/** The access that a policy grants beyond its own account and trusted ones. */
export type Strangers =
  | { readonly are: 'let in'; readonly sentence: string }
  /** The policy names a principal whose account only the owner can identify. */
  | { readonly are: 'not told'; readonly sentence: string }
  | { readonly are: 'kept out' }

/** The first few of a long list. */
const listed = (found: readonly string[]): string =>
  found.length > 12
    ? `${found.slice(0, 10).join(', ')} and ${found.length - 10} more`
    : found.join(', ')

/**
 * Returns the other accounts that are allowed, as the end of a sentence: `… lets in` <sentence>. `known` are trusted
 * accounts and organizations.
 */
export function strangers(
  statements: readonly Statement[],
  question: Question,
  known: readonly string[] = [],
): Strangers {
  const answer = letInBy(statements, question)
  if (answer.who === 'public') return { are: 'let in', sentence: 'every account' }
  const inside = new Set([question.account, ...known, ...known.map(servicesFor)])
  const outside = (all: readonly string[]) => all.filter((it) => !inside.has(it))
  const { networks } = answer
  const found = [
    ...(networks.length > 0 ? [`every account from ${listed(networks)} (aws:SourceIp)`] : []),
    ...outside(answer.organizations).map((id) => `every account of the organization ${id}`),
    ...outside(answer.accounts),
  ]
  if (found.length > 0) return { are: 'let in', sentence: listed(found) }
  const untold = outside(answer.somebody)
  return untold.length > 0 ? { are: 'not told', sentence: listed(untold) } : { are: 'kept out' }
}
