import { check } from './resources.ts'
import { bothWays, branchProtection, judged, pullRequestFix, rulesets } from './texts.ts'

export default check({
  id: 'repository_default_branch_protection_enabled',
  title: 'Default branch is protected',
  description:
    'Reads branch protection and the active rules of the default branch: whether anything limits what may be done to it.',
  risk: 'Whoever may write to the repository can push to the branch that releases are made of, rewrite it or delete it, and nobody else has to look.',
  decision: `Passes when branch protection or a rule limits pushes, merges, deletion or changes of history. Fails when neither does, as where branch protection allows everything; rules on names and messages alone do not protect. ${bothWays}`,
  fix: pullRequestFix('required_approving_review_count', 1, {
    text: 'Protect the default branch by a ruleset that asks for pull requests.',
    step: 'Add the rule Require a pull request before merging, with one approval at least.',
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
