import { check } from './resources.ts'
import { bothWays, branchProtection, judged, pullRequestFix, rulesets } from './texts.ts'

export default check({
  id: 'repository_default_branch_protection_enabled',
  title: 'Default branch is protected',
  description: 'Reads branch protection and the active rules of the default branch.',
  risk: 'Any user with write access can push unreviewed code to the branch that releases are built from, rewrite its history or delete it.',
  decision: `Passes if branch protection or a rule limits pushes, merges, deletion or history changes. Fails if neither does, including when branch protection allows everything. Rules on names and messages alone do not count. ${bothWays}`,
  fix: pullRequestFix('required_approving_review_count', 1, {
    text: 'Protect the default branch with a ruleset that requires pull requests.',
    step: 'Add the rule Require a pull request before merging, with at least one approval.',
  }),
  source: branchProtection,
  links: [rulesets],
  over: 'repositories',
  needs: ['protection'],
  judge: (record) =>
    judged(record, record.protection, {
      does: 'is protected',
      lacks: 'is protected neither by branch protection nor by a ruleset',
    }),
})
