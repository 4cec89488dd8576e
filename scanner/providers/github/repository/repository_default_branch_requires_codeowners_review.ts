import { check } from './resources.ts'
import { bothWays, judged, pullRequestFix, rulesets } from './texts.ts'

export default check({
  id: 'repository_default_branch_requires_codeowners_review',
  title: 'Default branch requires a review from code owners',
  description:
    'Reads require_code_owner_reviews of branch protection and the pull request rules of the rulesets that apply to the default branch.',
  risk: 'Reviewers who do not know a sensitive part of the code can approve changes to it without its owners.',
  decision: `Passes if branch protection or a pull request rule requires a review from code owners. Fails if neither does. A separate check covers whether a CODEOWNERS file exists. ${bothWays}`,
  fix: pullRequestFix('require_code_owner_review', true, {
    text: 'Require a review from code owners before merging.',
    step: 'Under Require a pull request before merging, select Require review from Code Owners.',
  }),
  source:
    'https://docs.github.com/en/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners',
  links: [rulesets],
  over: 'repositories',
  needs: ['code_owner_review'],
  judge: (record) =>
    judged(record, record.code_owner_review, {
      does: 'requires a review from code owners',
      lacks: 'does not require a review from code owners',
    }),
})
