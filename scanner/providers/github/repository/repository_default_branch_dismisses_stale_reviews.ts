import { check } from './resources.ts'
import { bothWays, branchProtection, judged, pullRequestFix, rulesets } from './texts.ts'

export default check({
  id: 'repository_default_branch_dismisses_stale_reviews',
  title: 'New commits dismiss approvals of pull requests to the default branch',
  description:
    'Reads dismiss_stale_reviews of branch protection and the pull request rules of rulesets on the default branch.',
  risk: 'After a colleague has approved, something else is pushed to the same pull request and merged, though nobody ever saw it.',
  decision: `Passes when branch protection or a pull request rule dismisses approvals on new pushes. Fails when neither does, or no review is asked for. ${bothWays}`,
  fix: pullRequestFix('dismiss_stale_reviews_on_push', true, {
    text: 'Have approvals dismissed when new commits are pushed.',
    step: 'Under Require a pull request before merging select Dismiss stale pull request approvals when new commits are pushed.',
  }),
  source: branchProtection,
  links: [rulesets],
  over: 'repositories',
  needs: ['stale_reviews_dismissed'],
  judge: (record) =>
    judged(record, record.stale_reviews_dismissed, {
      does: 'has approvals dismissed on new commits',
      lacks: 'keeps approvals when new commits are pushed, or asks for none',
    }),
})
