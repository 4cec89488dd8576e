import { check } from './resources.ts'
import { bothWays, judged, pullRequestFix, rulesets } from './texts.ts'

export default check({
  id: 'repository_default_branch_requires_codeowners_review',
  title: 'Pull requests to the default branch need a review of code owners',
  description:
    'Reads require_code_owner_reviews of branch protection and the pull request rules of rulesets on the default branch.',
  risk: 'Changes to sensitive parts are approved by somebody who does not know them, and the people who answer for them learn of it later.',
  decision: `Passes when branch protection or a pull request rule asks for a review of code owners. Fails when neither does. Whether there is a CODEOWNERS file is a check of its own. ${bothWays}`,
  fix: pullRequestFix('require_code_owner_review', true, {
    text: 'Ask for a review of code owners before a merge.',
    step: 'Under Require a pull request before merging select Require review from Code Owners.',
  }),
  source:
    'https://docs.github.com/en/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners',
  links: [rulesets],
  over: 'repositories',
  needs: ['code_owner_review'],
  judge: (record) =>
    judged(record, record.code_owner_review, {
      does: 'needs reviews of code owners',
      lacks: 'needs no review of code owners',
    }),
})
