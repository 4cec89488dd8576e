import { check } from './resources.ts'
import { bothWays, branchProtection, judged, pullRequestFix, rulesets } from './texts.ts'

export default check({
  id: 'repository_default_branch_requires_conversation_resolution',
  title: 'Pull requests to the default branch need their conversations resolved',
  description:
    'Reads required_conversation_resolution of branch protection and the pull request rules of rulesets on the default branch.',
  risk: 'A reviewer’s objection is overlooked, and what it warned about is merged with the rest.',
  decision: `Passes when branch protection or a pull request rule asks for resolved conversations. Fails when neither does. ${bothWays}`,
  fix: pullRequestFix('required_review_thread_resolution', true, {
    text: 'Ask for resolved conversations before a merge.',
    step: 'Under Require a pull request before merging select Require conversation resolution before merging.',
  }),
  source: branchProtection,
  links: [rulesets],
  over: 'repositories',
  needs: ['conversation_resolution'],
  judge: (record) =>
    judged(record, record.conversation_resolution, {
      does: 'needs conversations resolved',
      lacks: 'takes pull requests with open conversations',
    }),
})
