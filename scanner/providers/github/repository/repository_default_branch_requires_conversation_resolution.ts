import { check } from './resources.ts'
import { bothWays, branchProtection, judged, pullRequestFix, rulesets } from './texts.ts'

export default check({
  id: 'repository_default_branch_requires_conversation_resolution',
  title: 'Default branch requires conversation resolution before merging',
  description:
    'Reads required_conversation_resolution of branch protection and the pull request rules of the rulesets that apply to the default branch.',
  risk: 'Changes can be merged while a reviewer’s objection is still open.',
  decision: `Passes if branch protection or a pull request rule requires resolved conversations. Fails if neither does. ${bothWays}`,
  fix: pullRequestFix('required_review_thread_resolution', true, {
    text: 'Require all conversations to be resolved before merging.',
    step: 'Under Require a pull request before merging, select Require conversation resolution before merging.',
  }),
  source: branchProtection,
  links: [rulesets],
  over: 'repositories',
  needs: ['conversation_resolution'],
  judge: (record) =>
    judged(record, record.conversation_resolution, {
      does: 'requires conversation resolution before merging',
      lacks: 'accepts pull requests with unresolved conversations',
    }),
})
