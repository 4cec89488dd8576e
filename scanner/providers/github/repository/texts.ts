import { fail, type Fix, pass, type Verdict } from '../../../kit/index.ts'
import type { Guard } from './resources.ts'

/** Pages on the two ways to protect a branch. */
export const branchProtection =
  'https://docs.github.com/en/repositories/configuring-branches-and-merges-in-your-repository/managing-protected-branches/about-protected-branches'
export const rulesets =
  'https://docs.github.com/en/repositories/configuring-branches-and-merges-in-your-repository/managing-rulesets/available-rules-for-rulesets'

/** Text shared by the decisions of all checks of default branches. */
export const bothWays =
  'Branch protection and the active rulesets of the repository, its organization and its enterprise are combined. Rulesets in evaluate mode and rulesets that the write role can bypass do not count. Archived repositories and repositories without commits give no finding.'

interface Described {
  readonly name: string
  readonly default_branch: string
}

export const branchOf = ({ name, default_branch }: Described): string =>
  `The default branch ${default_branch} of ${name}`

/** The verdict on a default branch; none if no user can push to it. `does` and `lacks` end the sentence. */
export function judged(
  record: Described,
  guard: Guard | null,
  { does, lacks }: { readonly does: string; readonly lacks: string },
): Verdict | readonly Verdict[] {
  if (guard === null) return []
  return guard.by.length > 0
    ? pass(`${branchOf(record)} ${does}. It is enforced by ${guard.by.join(' and ')}.`)
    : fail(`${branchOf(record)} ${lacks}.`)
}

interface RulesetText {
  readonly text: string
  /** The rule to select. */
  readonly step: string
  readonly type: string
  /** In the format of the API. */
  readonly parameters?: Readonly<Record<string, unknown>>
  /** Lines of the block `rules`. */
  readonly terraform: readonly string[]
}

/** The fix in three ways: a ruleset with one rule for the default branch. */
export function rulesetFix({ text, step, type, parameters, terraform }: RulesetText): Fix {
  // Field options of gh would create one rule per parameter: only JSON can combine them in one rule.
  const body = JSON.stringify({
    name: 'default-branch',
    target: 'branch',
    enforcement: 'active',
    conditions: { ref_name: { include: ['~DEFAULT_BRANCH'], exclude: [] } },
    rules: [{ type, ...(parameters && { parameters }) }],
  })
  return {
    text,
    console: [
      'Open the repository and choose Settings, then Rules, then Rulesets.',
      'Open the ruleset of the default branch, or choose New branch ruleset, set it to Active, and add the default branch as its target.',
      step,
      'Choose Create, or Save changes.',
    ],
    cli: `echo '${body}' | gh api --method POST repos/<owner>/<repository>/rulesets --input -`,
    terraform: [
      'resource "github_repository_ruleset" "default_branch" {',
      '  name        = "default-branch"',
      '  repository  = "<repository>"',
      '  target      = "branch"',
      '  enforcement = "active"',
      '',
      '  conditions {',
      '    ref_name {',
      '      include = ["~DEFAULT_BRANCH"]',
      '      exclude = []',
      '    }',
      '  }',
      '',
      '  rules {',
      ...terraform.map((line) => `    ${line}`),
      '  }',
      '}',
    ].join('\n'),
  }
}

/** GitHub requires all of them. */
const pullRequestSettings = {
  dismiss_stale_reviews_on_push: false,
  require_code_owner_review: false,
  require_last_push_approval: false,
  required_approving_review_count: 1,
  required_review_thread_resolution: false,
}

/** The fix: a ruleset that requires pull requests, with one of their settings. */
export function pullRequestFix(
  name: keyof typeof pullRequestSettings,
  value: boolean | number,
  { text, step }: { readonly text: string; readonly step: string },
): Fix {
  const settings = { required_approving_review_count: 1, [name]: value }
  const longest = Math.max(...Object.keys(settings).map(({ length }) => length))
  const lines = Object.entries(settings).map(([one, set]) => `  ${one.padEnd(longest)} = ${set}`)
  return rulesetFix({
    text,
    step,
    type: 'pull_request',
    parameters: { ...pullRequestSettings, [name]: value },
    terraform: ['pull_request {', ...lines, '}'],
  })
}
