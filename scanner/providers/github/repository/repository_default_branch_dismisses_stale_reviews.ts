import { check } from './resources.ts'
import { bothWays, branchProtection, judged, pullRequestFix, rulesets } from './texts.ts'

export default check({
  id: 'repository_default_branch_dismisses_stale_reviews',
  title: 'Default branch dismisses stale approvals when new commits are pushed',
  description:
    'Reads dismiss_stale_reviews of branch protection and the pull request rules of the rulesets that apply to the default branch.',
  risk: 'An author can push new commits after an approval and merge them without review.',
  decision: `Passes if branch protection or a pull request rule dismisses approvals when new commits are pushed. Fails if neither does, or if no review is required. ${bothWays}`,
  fix: pullRequestFix('dismiss_stale_reviews_on_push', true, {
    text: 'Dismiss pull request approvals when new commits are pushed.',
    step: 'Under Require a pull request before merging, select Dismiss stale pull request approvals when new commits are pushed.',
  }),
  source: branchProtection,
  links: [rulesets],
  over: 'repositories',
  needs: ['stale_reviews_dismissed'],
  judge: (record) =>
    judged(record, record.stale_reviews_dismissed, {
      does: 'dismisses approvals when new commits are pushed',
      lacks: 'keeps approvals when new commits are pushed, or requires no approval',
    }),
})
